/* Compares the values that a program observes (rp_run_result.observations) between schedules.
 *
 * The k-th observation of a name by a task is compared with the same observation in other schedules. The order in
 * which different tasks observe does not matter. Schedules of one trace observe the same values; so if there is no
 * data race, the reductions miss no value. The reference is the first schedule, which takes the first possibility
 * everywhere. If the reference is complete, there are two more differences: a schedule has an observation that the
 * reference lacks, or a complete schedule lacks an observation that the reference has. */
#ifndef RP_EXPLORE_OUTCOMES_H
#define RP_EXPLORE_OUTCOMES_H

#include "base/map.h"
#include "base/vec.h"
#include "core/runtime/subject.h"

typedef struct rp_outcome
{
  uint64_t hash;
  char *text;
  /* number of complete schedules with this value; not valid for the value of a missing observation: see
   * rp_outcome_schedules */
  uint64_t schedules;
} rp_outcome;

/* One observation, compared over all schedules. */
typedef struct rp_observable
{
  uint64_t key; /* hash of the name, the task and k, if this is the task's k-th observation of the name */
  char *name;
  uint32_t site;
  RP_VEC (rp_outcome) values; /* the value in the reference schedule is the first */
  uint64_t run;               /* number of the last run that had the observation */
  uint32_t task;              /* row of the task that made the observation in that run */
} rp_observable;

typedef struct rp_outcomes
{
  RP_VEC (rp_observable) list;
  rp_map by_key;     /* key -> index in `list`, plus 1 */
  uint64_t runs;     /* runs noted so far */
  uint64_t complete; /* complete schedules among them */
  bool is_whole;     /* the first run was complete; then an observation that the first run lacks is a difference */
  rp_map counts;     /* for the current run: name and task -> observations so far */
  /* for the current run: indices in `list` of the observations that differ from the reference */
  RP_VEC (uint32_t) differing;
} rp_outcomes;

/* Records one run and fills outcomes->differing. PATH_OF returns the hash of a task's path. */
void rp_outcomes_note (rp_outcomes *outcomes, const rp_run_result *result, bool is_complete,
                       uint64_t (*path_of) (void *context, uint32_t task), void *context);

/* Makes the values recorded so far the reference, and sets all counts of schedules to 0. */
void rp_outcomes_make_reference (rp_outcomes *outcomes);

/* Returns the number of complete schedules in which OBSERVABLE had the value at index I of its values. */
uint64_t rp_outcome_schedules (const rp_outcomes *outcomes, const rp_observable *observable,
                               size_t i);

/* Adds the result of another process: the observable KEY had the value HASH in SCHEDULES schedules. */
void rp_outcomes_add (rp_outcomes *outcomes, uint64_t key, const char *name, uint32_t site,
                      uint64_t hash, const char *text, uint64_t schedules);

void rp_outcomes_clear (rp_outcomes *outcomes);

#endif
