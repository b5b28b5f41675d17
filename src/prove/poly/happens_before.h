/* Happens-before by finish and async alone, as an incomplete lexicographic order [Yuki, 3.2]. */
#ifndef RP_PROVE_POLY_HAPPENS_BEFORE_H
#define RP_PROVE_POLY_HAPPENS_BEFORE_H

#include "prove/poly/form.h"

/* { a -> b : a comes before b }, for iteration vectors of leaf A and of the first LENGTH tokens of
 * leaf B (all of B's dimensions are there; those past LENGTH are free). Domains are not applied.
 * NULL only if isl gave up. */
__isl_give isl_map *rp_happens_before (const rp_form *form, const rp_leaf *a, const rp_leaf *b,
                                       uint32_t length);

/* { a -> b : the first DIMS dimensions agree } */
__isl_give isl_map *rp_same_prefix (const rp_form *form, const rp_leaf *a, const rp_leaf *b,
                                    uint32_t dims);

/* { a -> b : neither comes before the other, by paths or by edges, and they are not the same
 * instance }, within the domains and without the pairs that contradict a choice. Orders by clocks
 * are not considered. */
__isl_give isl_map *rp_unordered (const rp_form *form, const rp_leaf *a, const rp_leaf *b);

#endif
