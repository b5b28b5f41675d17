/* The texts of a proof: instances, phases, reasons. All of them are made in the proof's arena. */
#ifndef RP_PROVE_POLY_EXPLAIN_H
#define RP_PROVE_POLY_EXPLAIN_H

#include "core/finding/proof.h"
#include "prove/poly/candidates.h"
#include "prove/poly/phase.h"

/* Returns which values of the parameters the proof is about: "all N >= 1, T". Returns "" if there are no
 * parameters. */
const char *rp_explain_scope (const rp_form *form, rp_arena *arena);

/* Returns the name of an instance: "S0<i,t>" if the statement has a label, else "line 7<i,t>". STROKE is appended to
 * the names of iterators. */
const char *rp_explain_instance (const rp_leaf *leaf, const char *stroke, rp_arena *arena);

/* Returns the reason why finish and async leave the two accesses unordered. */
const char *rp_explain_unordered (const rp_candidate *candidate, rp_arena *arena);

/* Returns SET in isl's notation; "?" if isl gave up. */
const char *rp_explain_set (__isl_take isl_set *set, rp_arena *arena);

/* Returns the text for a phase between LEAST and MOST. MOST is NULL if it equals LEAST, or if the phase is endless.
 * NAMES has the names of all atoms. */
const char *rp_explain_phase (const rp_poly_symbols *symbols, const rp_phase *phi, rp_poly *least,
                              rp_poly *most, const char *const *names, rp_arena *arena);

#endif
