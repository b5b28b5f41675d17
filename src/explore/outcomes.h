/* The values that a program observes (rp_run_result.observations), compared between schedules.
 *
 * The k-th observation of one name by one task is compared with the same observation in other schedules. The
 * order in which different tasks observe does not matter. Schedules that order all dependent sections alike
 * give the same values. So, as long as there is no data race, the reductions leave no value out. The
 * reference is the first schedule, the one that takes the first possibility everywhere; if it observes
 * something and another complete schedule does not, that is a difference, too. */
#ifndef RP_EXPLORE_OUTCOMES_H
#define RP_EXPLORE_OUTCOMES_H

#include "base/map.h"
#include "base/vec.h"
#include "core/runtime/subject.h"

typedef struct rp_outcome
{
  uint64_t hash;
  char *text;
  uint64_t schedules; /* complete ones that had it; rp_outcome_schedules has those that did not */
} rp_outcome;

/* One observation, in all schedules. */
typedef struct rp_observable
{
  uint64_t key;
  char *name;
  uint32_t site;
  RP_VEC (rp_outcome) values; /* the reference first */
  uint64_t run;               /* the last that had it */
} rp_observable;

typedef struct rp_outcomes
{
  RP_VEC (rp_observable) list;
  rp_map by_key;     /* -> place in LIST, plus 1 */
  uint64_t runs;     /* that were noted */
  uint64_t complete; /* of those that count */
  bool is_whole;     /* the first of them was complete: what is missing there is different */
  rp_map counts;     /* of the run at hand: name and task -> observations so far */
  RP_VEC (uint32_t) differing; /* of that run: places in LIST whose value was not the reference */
} rp_outcomes;

/* Notes one run; fills outcomes->differing. PATH_OF gives the hash of a task's path. */
void rp_outcomes_note (rp_outcomes *outcomes, const rp_run_result *result, bool is_complete,
                       uint64_t (*path_of) (void *context, uint32_t task), void *context);

/* The values noted so far are only there to be compared with: they do not count as a schedule. */
void rp_outcomes_refer (rp_outcomes *outcomes);

/* In how many complete schedules OBSERVABLE had its value number I. */
uint64_t rp_outcome_schedules (const rp_outcomes *outcomes, const rp_observable *observable,
                               size_t i);

/* Adds what another process found: the observable KEY had the value HASH in this many schedules. */
void rp_outcomes_add (rp_outcomes *outcomes, uint64_t key, const char *name, uint32_t site,
                      uint64_t hash, const char *text, uint64_t schedules);

void rp_outcomes_clear (rp_outcomes *outcomes);

#endif
