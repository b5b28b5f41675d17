/* The key of a finding: a text of its rule, object and places. Findings with equal keys count as one, over all
 * schedules. The caller frees the key. ARENA is working storage. */
#ifndef RP_EXPLORE_KEYS_H
#define RP_EXPLORE_KEYS_H

#include "core/detect/permission.h"
#include "core/finding/finding.h"
#include "core/runtime/subject.h"
#include "explore/outcomes.h"
#include "explore/trace.h"

char *rp_pair_key (rp_arena *arena, rp_rule rule, const char *object, const rp_place *a,
                   const rp_place *b);
char *rp_seen_race_key (rp_arena *arena, rp_namer *namer, const rp_seen_race *seen_race);
char *rp_overlap_key (rp_arena *arena, rp_namer *namer, const rp_overlap *overlap);
char *rp_incident_key (rp_arena *arena, rp_namer *namer, const rp_incident *incident);
char *rp_outcome_key (rp_arena *arena, rp_namer *namer, const rp_observable *observable);
char *rp_deadlock_key (rp_arena *arena, rp_namer *namer, const rp_stop_info *stop);

/* Returns the key of a false declaration that the sections at SITES commute. */
char *rp_clash_key (rp_arena *arena, rp_namer *namer, const uint32_t sites[2]);

/* Returns a coarser key of FINDING, without columns and without the object. If a subject has rp_subject.show, its
 * namer knows no columns and no names of locations. So the keys that the functions above make of its races,
 * incidents and deadlocks can be compared with this key. */
char *rp_finding_key (rp_arena *arena, const rp_finding *finding);

#endif
