/* The phase of a statement instance on a clock: the number of advances before it [Yuki, 4.5, 5.1].
 *
 * This differs from the paper in two points; without them the prover would claim orders that do not exist:
 * - A clock belongs to one execution of its clocked finish. So advances count only if they are in the same
 *   execution (equal iterators around the finish).
 * - An instance under an unclocked async is not held by the clock: it may still run when its creator has
 *   advanced. So an instance has two phases: the one in which it starts, and the one in which it has ended at
 *   the latest. Instance u comes before v if u's end phase is less than v's phase.
 *
 * If it is not certain that an advance is executed (its condition is not affine), both phases are intervals. */
#ifndef RP_PROVE_POLY_PHASE_H
#define RP_PROVE_POLY_PHASE_H

#include "prove/poly/count.h"
#include "prove/poly/form.h"

typedef struct rp_phase
{
  const rp_leaf *leaf;
  uint32_t clock;     /* position of the clocked finish in the leaf's path */
  bool is_known;      /* otherwise the advances could not be counted */
  rp_piecewise least; /* lower bound of the phase */
  rp_piecewise most;  /* upper bound of the end phase; has no pieces if IS_ENDLESS */
  bool is_endless;    /* only the end of the clocked finish waits for the instance, or what waits for it is not known */
  bool is_exact;      /* LEAST is exactly the phase, and also the end phase */
} rp_phase;

/* Computes the phase of LEAF on the clock that its path opens at position CLOCK. Fills in MOST only if neither
 * IS_EXACT nor IS_ENDLESS. */
void rp_phase_init (rp_phase *phi, const rp_form *form, rp_poly_symbols *symbols, const rp_atoms *atoms,
                  const rp_leaf *leaf, uint32_t clock);
void rp_phase_clear (rp_phase *phi);

#endif
