/* The phase of a statement instance on a clock: the number of advances before it [Yuki, 4.5, 5.1].
 *
 * This differs from the paper in two points; without them the prover would claim orders that do not exist:
 * - a clock belongs to one execution of its clocked finish, so advances count only if they are in
 *   the same one (equal iterators around the finish);
 * - an instance under an unclocked async is not held by the clock: it may still run when its creator has
 *   advanced. So an instance has two phases: the phase in which it starts, and the phase in which it has
 *   ended at the latest. Instance u comes before v if u's end phase is less than v's phase.
 *
 * Advances whose execution is not certain (a condition that is not affine) make both intervals. */
#ifndef RP_PROVE_POLY_PHI_H
#define RP_PROVE_POLY_PHI_H

#include "prove/poly/count.h"
#include "prove/poly/form.h"

typedef struct rp_phi
{
  const rp_leaf *leaf;
  uint32_t clock;     /* position of the clocked finish in the leaf's path */
  bool is_known;      /* else advances could not be counted */
  rp_piecewise least; /* of the phase */
  rp_piecewise most;  /* of the end phase; has no pieces if IS_ENDLESS */
  bool is_endless;    /* only the end of the clocked finish waits for it, or nobody knows */
  bool is_exact;      /* LEAST is the phase, also the end phase */
} rp_phi;

/* MOST is filled in if it differs from LEAST, i.e. if not IS_EXACT. */
void rp_phi_init (rp_phi *phi, const rp_form *form, rp_poly_symbols *symbols, const rp_atoms *atoms,
                  const rp_leaf *leaf, uint32_t clock);
void rp_phi_clear (rp_phi *phi);

#endif
