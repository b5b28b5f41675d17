#include "inside/openmp/reproducible.h"

#include "base/panic.h"
#include "inside/engine/engines.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/environment.h"

#include <stdlib.h>

/* A class: equal loops of a phase. For each unit the class has the promise of the task that executed the unit last.
 * A unit is identified by its first iteration, or in static loops by the thread's number. */
struct rp_omp_reproducible
{
  struct rp_omp_reproducible *next;
  bool is_static;
  bool is_simd;        /* not static: the loops have simd. Static: the class has only one loop,
                        * which has simd and no chunk size */
  bool is_in_segments; /* static: the first class of the phase; its iterations count as segments */
  uint32_t site;       /* static: site of the first loop of the class */
  rp_omp_schedule_kind kind;
  /* Not static: the chunk size, or 0, and the number of iterations of each loop. Static with a chunk size: CHUNK is 1,
   * COUNT is 0. Static without a chunk size: CHUNK is 0, and COUNT is the number of iterations of each loop, or, if
   * is_simd, the number that identifies the one loop. */
  uint64_t chunk, count;
  rp_map by_unit; /* unit -> promise */
};

typedef struct rp_omp_reproducible loops;

static bool
counts (const rp_omp_team *team)
{
  return team->size > 1 && rp_engine_kind->has_guests
         && rp_omp_loops_option () != RP_OMP_LOOPS_ANY;
}

static loops *
find_loops (rp_omp_team *team, loops like)
{
  loops *found = team->reproducible;
  bool is_first = like.is_static;
  while (found
         && (found->is_static != like.is_static || found->is_simd != like.is_simd || found->kind != like.kind
             || found->chunk != like.chunk || found->count != like.count))
    {
      is_first &= !found->is_static;
      found = found->next;
    }
  if (!found)
    {
      found = rp_calloc (1, sizeof *found);
      *found = like;
      found->next = team->reproducible;
      found->is_in_segments = is_first;
      team->reproducible = found;
    }
  return found;
}

/* Classes of static loops in one phase. If a loop has a chunk size, the specification says which thread gets which
 * chunk [OpenMP 5.2, 11.5.3]. So all loops with a chunk size are one class. If a loop has simd and no chunk size, the
 * specification does not say which thread gets which iterations [OpenMP 5.1, 2.11.4]. So each such loop is a class of
 * its own. The other loops are of one class if they have the same number of iterations. */
loops *
rp_omp_static_apart (rp_omp_team *team, const rp_omp_schedule *schedule, uint64_t count, uint64_t number,
                     uint32_t site)
{
  if (team->size == 1 || !count || rp_omp_loops_option () == RP_OMP_LOOPS_ANY)
    return NULL;
  loops like = { .is_static = true, .kind = RP_OMP_STATIC, .chunk = schedule->chunk > 0, .site = site };
  like.is_simd = schedule->is_simd && !like.chunk;
  like.count = like.chunk ? 0 : like.is_simd ? number : count;
  loops *class = find_loops (team, like);
  if (class->site != site)
    rp_omp_coverage_equal (class->site, site);
  return class->is_in_segments ? NULL : class;
}

static void
begin (rp_omp_thread *thread, loops *class, uint64_t unit, uint32_t site)
{
  thread->reproduced = class;
  thread->reproduced_unit = unit;
  thread->reproduced_site = site;
  uint64_t *place = rp_map_find (&class->by_unit, unit);
  if (place)
    rp_promise_wait_at ((rp_promise *) (uintptr_t) *place, site);
}

/* In exploration: records that exploration is partial, because exploration takes everything that a thread executes as
 * the thread's own. */
static void
tell_explorer (uint32_t site)
{
  static bool is_reported;
  if (!is_reported)
    rp_engine_partial ("static loops that are not equal have no barrier between them, and a thread could have got "
                         "other iterations",
                         site);
  is_reported = true;
}

void
rp_omp_apart_begin (rp_omp_thread *thread, loops *class, uint32_t site)
{
  if (rp_engine_is_explored ())
    {
      tell_explorer (site);
      return;
    }
  rp_omp_guest_begin (thread, RP_TASK_PART, (long) thread->number, site);
  if (counts (thread->team))
    begin (thread, class, thread->number, site);
}

void
rp_omp_reproducible_begin (rp_omp_thread *thread)
{
  const rp_omp_share *share = thread->share;
  if (!share->schedule.is_reproducible || !counts (thread->team))
    return;
  loops like = { .is_simd = share->schedule.is_simd,
                 .kind = share->schedule.kind,
                 .chunk = share->schedule.chunk,
                 .count = share->count };
  begin (thread, find_loops (thread->team, like), thread->begun, share->site);
}

void
rp_omp_reproducible_end (rp_omp_thread *thread)
{
  if (!thread->reproduced)
    return;
  uint64_t *place = rp_map_insert (&thread->reproduced->by_unit, thread->reproduced_unit, NULL);
  if (*place)
    rp_promise_forget ((rp_promise *) (uintptr_t) *place);
  rp_wait_reason reason = thread->reproduced->is_static ? RP_WAIT_SAME_PART : RP_WAIT_SAME_ITERATION;
  rp_promise *promise = rp_promise_new_at (reason, thread->reproduced_site);
  rp_promise_put_at (promise, thread->reproduced_site);
  *place = (uintptr_t) promise;
  thread->reproduced = NULL;
}

void
rp_omp_reproducible_forget (rp_omp_team *team)
{
  for (unsigned i = 0; team->reproducible && i < team->size; i++)
    team->threads[i].reproduced = NULL;
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
