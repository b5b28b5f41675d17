/* The phase of a statement instance on a clock: the number of advances before it [Yuki, 4.5, 5.1].
 *
 * This differs from the paper in two points. Without them the prover would claim orders that do not exist.
 * - Each execution of a clocked finish has a clock of its own. So an advance counts only for instances in the same
 *   execution of the finish, that is, with equal iterators around the finish.
 * - The clock does not wait for an instance in an unclocked async: the instance may still run after the creator of the
 *   async has advanced. So an instance has two phases: the one in which it starts, and its *end phase*, the last one in
 *   which it may run. Instance u comes before v if the end phase of u is less than the phase of v.
 *
 * If an advance may be skipped (its condition is not affine), phase and end phase are only known up to bounds. */
#ifndef RP_PROVE_POLY_PHASE_H
#define RP_PROVE_POLY_PHASE_H

#include "prove/poly/count.h"
#include "prove/poly/form.h"

typedef struct rp_phase
{
  const rp_leaf *leaf;
  uint32_t clock;     /* position of the clocked finish in the leaf's path */
  bool is_known;      /* false: LEAST could not be counted */
  rp_piecewise least; /* lower bound of the phase */
  rp_piecewise most;  /* upper bound of the end phase; has no pieces if IS_ENDLESS or IS_EXACT */
  bool is_endless;    /* no upper bound: only the end of the clocked finish waits for the instance,
                       * or MOST could not be counted */
  bool is_exact;      /* LEAST is both the phase and the end phase, exactly */
} rp_phase;

/* Stores in PHI the phase of LEAF on the clock of the clocked finish at position CLOCK of LEAF's path. Computes
 * phi->most only if phi->is_known is true, and phi->is_exact and phi->is_endless are false. */
void rp_phase_init (rp_phase *phi, const rp_form *form, rp_poly_symbols *symbols, const rp_atoms *atoms,
                  const rp_leaf *leaf, uint32_t clock);
void rp_phase_clear (rp_phase *phi);

#endif
