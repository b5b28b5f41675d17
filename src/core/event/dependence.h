/* Why the outcome of one run may depend on the order it happened to take. */
#ifndef RP_CORE_EVENT_DEPENDENCE_H
#define RP_CORE_EVENT_DEPENDENCE_H

#include <stdbool.h>

/* One row for each kind: its name in reports that a program leaves. */
#define RP_DEPENDENCES(ROW) \
  ROW (EWAIT, "ewait")       /* ewait could have taken another task */ \
  ROW (HANDLERS, "handlers") /* handlers of one region could run in another order */ \
  ROW (CHOICE, "choice")     /* the choice operator */ \
  ROW (LEFT, "left")         /* whether a region has tasks yet that an async left behind */ \
  ROW (ISOLATED, "isolated") /* conflicting isolated sections; the detector finds these */ \
  ROW (ATOMIC, "atomic")     /* conflicting atomic operations; the same */ \
  ROW (STALL, "stall")       /* in another order of sections tasks wait for each other: core/detect/stall.h */ \
  ROW (STALLS, "stalls")     /* perhaps: there are too many sections to say that they do in no order */

typedef enum rp_dependence_kind
{
#define RP_DEPENDENCE_ROW(NAME, TEXT) RP_DEPENDS_ON_##NAME,
  RP_DEPENDENCES (RP_DEPENDENCE_ROW)
#undef RP_DEPENDENCE_ROW
  RP_DEPENDENCE_KINDS
} rp_dependence_kind;

const char *rp_dependence_kind_name (rp_dependence_kind kind);

/* False if there is none of that name. */
bool rp_dependence_kind_find (const char *name, rp_dependence_kind *kind);

#endif
