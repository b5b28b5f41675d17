/* Candidates: pairs of accesses to one element, at least one of them a write, that finish and async leave
 * unordered [Yuki, 3.3, 5.3], and whose sections do not exclude each other. */
#ifndef RP_PROVE_POLY_CANDIDATES_H
#define RP_PROVE_POLY_CANDIDATES_H

#include "prove/poly/form.h"

typedef struct rp_candidate
{
  const rp_leaf *leaves[2];
  const rp_poly_access *accesses[2]; /* [0] is the write if only one is */
  isl_map *pairs;                    /* { instance of [0] -> instance of [1] } */
} rp_candidate;

typedef struct rp_candidates
{
  RP_VEC (rp_candidate) list;
  bool is_complete; /* otherwise isl gave up or the deadline came, and there may be more
                     * candidates */
} rp_candidates;

/* Finds the candidates. DEADLINE is a time of rp_seconds. */
void rp_candidates_find (const rp_form *form, double deadline, rp_candidates *candidates);
void rp_candidates_clear (rp_candidates *candidates);

/* The part of the pair that is over-approximated, or NULL. */
const rp_inexact *rp_candidate_inexact (const rp_candidate *candidate);

#endif
