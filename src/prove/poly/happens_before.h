/* Happens-before by finish and async, without clocks: an incomplete lexicographic order [Yuki, 3.2]. Only
 * rp_unordered uses the edges of the form (form.h), too. */
#ifndef RP_PROVE_POLY_HAPPENS_BEFORE_H
#define RP_PROVE_POLY_HAPPENS_BEFORE_H

#include "prove/poly/form.h"

/* Returns { a -> b : a comes before b }. a is an instance of leaf A. b is the place that the first LENGTH tokens of
 * B's path lead to: the map has all of B's dimensions, and those of later tokens are unconstrained. The map is not
 * restricted to the domains of the leaves. NULL only if isl gave up. */
__isl_give isl_map *rp_happens_before (const rp_form *form, const rp_leaf *a, const rp_leaf *b,
                                       uint32_t length);

/* Returns { a -> b : the first DIMS dimensions of a and b are equal }. */
__isl_give isl_map *rp_same_prefix (const rp_form *form, const rp_leaf *a, const rp_leaf *b,
                                    uint32_t dims);

/* Returns { a -> b : neither comes before the other, by paths or by edges, and a and b are different instances }. a
 * and b are in the domains of A and B, and no choice contradicts the pair. Orders by clocks are not considered.
 * Returns NULL only if isl gave up. */
__isl_give isl_map *rp_unordered (const rp_form *form, const rp_leaf *a, const rp_leaf *b);

#endif
