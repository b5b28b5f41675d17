/* The phase of a statement instance on a clock: the number of advances before it [Yuki, 4.5, 5.1].
 *
 * Differs from the paper in two points, without which orders would be claimed that do not exist:
 * - a clock belongs to one execution of its clocked finish, so advances count only if they are in
 *   the same one (equal iterators around the finish);
 * - an instance under an unclocked async is not held by the clock: it may still run when its
 *   creator has advanced. So there are two phases: that in which it starts, and that in which it
 *   has ended at the latest. Instance u comes before v if u's end phase is less than v's phase.
 *
 * Advances whose execution is not certain (a condition that is not affine) make both intervals. */
#ifndef RP_POLY_PHI_H
#define RP_POLY_PHI_H

#include "poly/count.h"
#include "poly/form.h"

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
void rp_phi_init (rp_phi *phi, const rp_form *form, rp_symbols *symbols, const rp_atoms *atoms,
                  const rp_leaf *leaf, uint32_t clock);
void rp_phi_clear (rp_phi *phi);

#endif
