/* Kinds of dependences: why the outcome of a run may depend on the order in which the run took its steps. */
#ifndef RP_CORE_EVENT_DEPENDENCE_H
#define RP_CORE_EVENT_DEPENDENCE_H

#include <stdbool.h>

/* One row for each kind: its name in raw reports, and a comment that says what could have been different. */
#define RP_DEPENDENCES(ROW) \
  ROW (EWAIT, "ewait")       /* ewait could have joined another task */ \
  ROW (HANDLERS, "handlers") /* handlers of one region could run in another order */ \
  ROW (CHOICE, "choice")     /* the choice operator could have given another value */ \
  ROW (LEFT, \
       "left") /* an async ended and left tasks to its finish's owner: an await may miss them */ \
  ROW (ISOLATED, "isolated") /* conflicting isolated sections; the detector finds these */ \
  ROW (ATOMIC, "atomic")     /* conflicting atomic operations; the detector finds these */ \
  ROW (STALL, "stall") /* another order of sections deadlocks: core/detect/possible_deadlock.h */ \
  ROW (STALLS, "stalls") /* there are too many sections to look for a STALL in all orders */

typedef enum rp_dependence_kind
{
#define RP_DEPENDENCE_ROW(NAME, TEXT) RP_DEPENDS_ON_##NAME,
  RP_DEPENDENCES (RP_DEPENDENCE_ROW)
#undef RP_DEPENDENCE_ROW
  RP_DEPENDENCE_KINDS
} rp_dependence_kind;

const char *rp_dependence_kind_name (rp_dependence_kind kind);

/* Sets *KIND to the kind called NAME. Returns false if there is none. */
bool rp_dependence_kind_find (const char *name, rp_dependence_kind *kind);

#endif
