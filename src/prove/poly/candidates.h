/* Candidates: pairs of accesses to one element, at least one of them a write, that finish, async and edges (form.h)
 * leave unordered [Yuki, 3.3, 5.3], and whose sections do not exclude each other. */
#ifndef RP_PROVE_POLY_CANDIDATES_H
#define RP_PROVE_POLY_CANDIDATES_H

#include "prove/poly/form.h"

typedef struct rp_candidate
{
  const rp_leaf *leaves[2];
  const rp_poly_access *accesses[2]; /* if only one is a write, it is accesses[0] */
  isl_map *pairs;                    /* { instance of leaves[0] -> instance of leaves[1] }; NULL: isl gave up */
} rp_candidate;

typedef struct rp_candidates
{
  RP_VEC (rp_candidate) list;
  bool is_complete; /* false: isl gave up or the deadline came, so there may be more candidates */
} rp_candidates;

/* Fills CANDIDATES with the candidates of FORM. DEADLINE is a time of rp_seconds. */
void rp_candidates_find (const rp_form *form, double deadline, rp_candidates *candidates);
void rp_candidates_clear (rp_candidates *candidates);

/* Returns a reason why the pair is over-approximated, from its leaves, accesses or sections; NULL if there is no
 * such reason. */
const rp_inexact *rp_candidate_inexact (const rp_candidate *candidate);

#endif
