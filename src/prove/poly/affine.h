/* Converts isl's affine expressions to linear polynomials and back. */
#ifndef RP_PROVE_POLY_AFFINE_H
#define RP_PROVE_POLY_AFFINE_H

#include "prove/poly/polynomial.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/set.h>

/* Which atoms correspond to the dimensions of an isl space: first to its parameters, then to its set dimensions. */
typedef struct rp_layout
{
  uint32_t params, dims;
  const uint32_t *atoms;
} rp_layout;

/* The polynomial of AFF, a function on a space of this layout; NULL if it is not known. */
rp_poly *rp_affine_from_isl (rp_poly_symbols *symbols, __isl_keep isl_aff *aff, const rp_layout *layout);

/* The affine expression of a linear polynomial, times its denominator, over SPACE of this layout; NULL if A is not
 * linear, or has a variable that the layout lacks. */
__isl_give isl_aff *rp_affine_to_isl (const rp_poly_symbols *symbols, rp_poly *a,
                                      __isl_take isl_local_space *space, const rp_layout *layout);

/* A with the variables replaced that equalities of SET determine. The result is equal to A on SET. */
rp_poly *rp_affine_reduce (rp_poly_symbols *symbols, rp_poly *a, __isl_keep isl_set *set,
                           const rp_layout *layout);

/* { x in SET : A (x) = 0 }, or { x in SET : A (x) >= 0 }; NULL if A is not linear or isl gave up. */
__isl_give isl_set *rp_affine_restrict (const rp_poly_symbols *symbols, rp_poly *a, bool is_equality,
                                        __isl_take isl_set *set, const rp_layout *layout);

#endif
