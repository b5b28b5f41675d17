/* Converts isl's affine expressions to linear polynomials and back. */
#ifndef RP_PROVE_POLY_AFFINE_H
#define RP_PROVE_POLY_AFFINE_H

#include "prove/poly/polynomial.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/set.h>

/* The atoms of an isl space: ATOMS[i] is the atom of parameter i; ATOMS[PARAMS + i] is the atom of set dimension i. */
typedef struct rp_layout
{
  uint32_t params, dims;
  const uint32_t *atoms;
} rp_layout;

/* Returns AFF, a function on a space with the layout LAYOUT, as a polynomial; NULL if a coefficient is too large or isl
 * gave up. */
rp_poly *rp_affine_from_isl (rp_poly_symbols *symbols, __isl_keep isl_aff *aff, const rp_layout *layout);

/* Returns A times A's denominator, as an affine expression over SPACE (taken), which has the layout LAYOUT. Returns
 * NULL if A is not linear or has an atom that LAYOUT lacks, or if isl gave up. */
__isl_give isl_aff *rp_affine_to_isl (const rp_poly_symbols *symbols, rp_poly *a,
                                      __isl_take isl_local_space *space, const rp_layout *layout);

/* Returns a polynomial that equals A on SET: for some variables, the equalities of SET give an equal expression,
 * and this expression replaces the variable. Returns NULL if A is NULL or a number becomes too large. */
rp_poly *rp_affine_reduce (rp_poly_symbols *symbols, rp_poly *a, __isl_keep isl_set *set,
                           const rp_layout *layout);

/* Returns { x in SET : A (x) = 0 } if IS_EQUALITY, else { x in SET : A (x) >= 0 }. Returns NULL if A is not linear
 * or has an atom that LAYOUT lacks, or if isl gave up. */
__isl_give isl_set *rp_affine_restrict (const rp_poly_symbols *symbols, rp_poly *a, bool is_equality,
                                        __isl_take isl_set *set, const rp_layout *layout);

#endif
