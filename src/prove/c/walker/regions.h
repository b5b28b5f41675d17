/* The parallel regions of C sources, each as a form to be proved (prove/poly/form.h).
 *
 * A region is an outermost `parallel`, `target`, `teams` or `simd` construct of OpenMP, or an outermost finish or
 * forall of raceproof's own. Its parameters are the sizes of its teams, and the values of variables that it only reads.
 * Assumptions:
 * - arrays and pointers with different names do not overlap; `assumption' names those for which that matters. If the
 *   analysis of the file's pointers (points_to.h) shows that two of them may overlap, the region is undecided;
 * - the first subscript of an array stays within its dimension, signed integers do not overflow. */
#ifndef RP_PROVE_C_WALKER_REGIONS_H
#define RP_PROVE_C_WALKER_REGIONS_H

#include "prove/c/reader/tree.h"
#include "prove/poly/form.h"

typedef struct rp_c_region
{
  const char *function;
  const char *construct; /* "parallel for" */
  rp_place at, end;
  rp_form form;
  const char *assumption; /* "a, b do not overlap; n is below 2^56", or NULL */
} rp_c_region;

typedef struct rp_c_regions
{
  rp_arena arena;
  RP_VEC (rp_c_region *) list;
} rp_c_regions;

/* Finds the regions of all functions of PROGRAM, except functions of the system's headers, and stores them in REGIONS.
 * A region that was not examined by DEADLINE (rp_seconds; 0: there is none) is undecided. */
void rp_c_regions_find (rp_c_program *program, isl_ctx *isl, double deadline,
                        rp_c_regions *regions);
/* Stores one undecided region in REGIONS. It stands for all regions of PROGRAM, which there was no time to read. */
void rp_c_regions_unread (const rp_c_program *program, isl_ctx *isl, rp_c_regions *regions);
void rp_c_regions_clear (rp_c_regions *regions);

#endif
