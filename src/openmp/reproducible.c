#include "openmp/reproducible.h"

#include "base/panic.h"
#include "openmp/environment.h"

#include <stdlib.h>

/* What equal loops of a phase have in common, and for each unit, known by its first iteration, the promise that whoever
 * executed it last has kept. */
struct rp_omp_reproducible
{
  struct rp_omp_reproducible *next;
  rp_omp_schedule_kind kind;
  uint64_t chunk, count;
  rp_map by_unit;
};

typedef struct rp_omp_reproducible loops;

static bool
counts (const rp_omp_thread *thread)
{
  return thread->share->schedule.is_reproducible && thread->team->size > 1 && !rp_engine_now.explored
         && !rp_engine_now.with_graph && rp_omp_loops_option () != RP_OMP_LOOPS_ANY;
}

static loops *
find_loops (rp_omp_team *team, const rp_omp_share *share)
{
  const rp_omp_schedule *schedule = &share->schedule;
  loops *found = team->reproducible;
  while (found
         && (found->kind != schedule->kind || found->chunk != schedule->chunk || found->count != share->count))
    found = found->next;
  if (!found)
    {
      found = rp_calloc (1, sizeof *found);
      *found = (loops) { .next = team->reproducible,
                         .kind = schedule->kind,
                         .chunk = schedule->chunk,
                         .count = share->count };
      team->reproducible = found;
    }
  return found;
}

void
rp_omp_reproducible_begin (rp_omp_thread *thread)
{
  thread->reproduced = counts (thread) ? find_loops (thread->team, thread->share) : NULL;
  if (!thread->reproduced)
    return;
  uint64_t *place = rp_map_find (&thread->reproduced->by_unit, thread->begun);
  if (place)
    rp_promise_wait_at ((rp_promise *) (uintptr_t) *place, thread->share->site);
}

void
rp_omp_reproducible_end (rp_omp_thread *thread)
{
  if (!thread->reproduced)
    return;
  uint32_t site = thread->share->site;
  uint64_t *place = rp_map_insert (&thread->reproduced->by_unit, thread->begun, NULL);
  if (*place)
    rp_promise_forget ((rp_promise *) (uintptr_t) *place);
  rp_promise *promise = rp_promise_new_at ("waits for the same iteration of the loop before", site);
  rp_promise_put_at (promise, site);
  *place = (uintptr_t) promise;
  thread->reproduced = NULL;
}

void
rp_omp_reproducible_forget (rp_omp_team *team)
{
  while (team->reproducible)
    {
      loops *gone = team->reproducible;
      team->reproducible = gone->next;
      for (size_t i = 0; i < gone->by_unit.capacity; i++)
        if (gone->by_unit.used[i])
          rp_promise_forget ((rp_promise *) (uintptr_t) gone->by_unit.entries[i].value);
      rp_map_clear (&gone->by_unit);
      free (gone);
    }
}
