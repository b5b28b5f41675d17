#include "openmp/share.h"

#include "base/panic.h"
#include "openmp/coverage.h"
#include "openmp/environment.h"
#include "openmp/ordered.h"

#include <stdlib.h>

rp_omp_share *
rp_omp_share_enter (rp_omp_thread *thread, rp_task_kind kind, uint32_t site, bool *is_first)
{
  rp_omp_team *team = thread->team;
  rp_omp_guise_end (thread);
  thread->latest.site = 0;
  uint64_t place = thread->shares++ - team->first_share;
  *is_first = place == team->shares.count;
  RP_ASSERT (place <= team->shares.count);
  if (*is_first)
    {
      rp_omp_share *made = rp_calloc (1, sizeof *made);
      *made = (rp_omp_share) { .number = team->first_share + place, .kind = kind, .site = site };
      RP_VEC_PUSH (&team->shares, made);
    }
  thread->share = team->shares.items[place];
  return thread->share;
}

static void
free_share (rp_omp_share *share)
{
  rp_turns_free (share->turns);
  rp_omp_doacross_free (share->doacross);
  free (share->memory);
  free (share);
}

/* Descriptors that everybody has left are at the front. */
static void
drop_left (rp_omp_team *team)
{
  size_t gone = 0;
  while (gone < team->shares.count && team->shares.items[gone]->left == team->size)
    free_share (team->shares.items[gone++]);
  for (size_t i = gone; gone && i < team->shares.count; i++)
    team->shares.items[i - gone] = team->shares.items[i];
  team->shares.count -= gone;
  team->first_share += gone;
}

void
rp_omp_share_leave (rp_omp_thread *thread)
{
  rp_omp_share *share = thread->share;
  rp_omp_ordered_unit_end (thread);
  rp_omp_guise_end (thread);
  thread->share = NULL;
  if (share && ++share->left == thread->team->size)
    drop_left (thread->team);
}

void
rp_omp_share_leave_all (rp_omp_thread *thread)
{
  if (thread->share)
    rp_omp_share_leave (thread);
}

void
rp_omp_shares_free (rp_omp_team *team)
{
  for (size_t i = 0; i < team->shares.count; i++)
    free_share (team->shares.items[i]);
  RP_VEC_CLEAR (&team->shares);
}

bool
rp_omp_is_executor (const rp_omp_thread *thread)
{
  unsigned size = thread->team->size, others = size > 2 ? size - 1 : size;
  return thread->number == size - 1 - thread->share->number % others;
}

/* ---- loops ---- */

uint64_t
rp_omp_unit (uint64_t count)
{
  uint64_t unit = (count + RP_OMP_MOST_UNITS - 1) / RP_OMP_MOST_UNITS;
  if (unit > 1)
    {
      rp_monitor_warn ("a loop has more than a million iterations: neighbours were taken together");
      rp_omp_coverage_grouped ();
    }
  return unit;
}

static void
deal_out (rp_omp_share *share, long chunk)
{
  bool is_static = share->is_static = (chunk & ~(long) UINT32_MAX) == RP_OMP_STATIC;
  share->chunk = is_static ? (uint64_t) chunk - RP_OMP_STATIC : 0;
  share->dealing
    = is_static && rp_omp_loops_as_scheduled () ? RP_OMP_BLOCKS : RP_OMP_ANY;
  share->unit = rp_omp_unit (share->count);
  share->units = share->unit ? (share->count + share->unit - 1) / share->unit : 0;
}

void
rp_omp_loop_deal (rp_omp_thread *thread, bool is_first, long start, long step, uint64_t count,
                  long chunk)
{
  rp_omp_share *share = thread->share;
  if (is_first)
    {
      share->start = start;
      share->step = step;
      share->count = count;
      deal_out (share, chunk);
    }
  unsigned size = thread->team->size;
  thread->has_another = false;
  thread->next = share->dealing == RP_OMP_ANY ? (thread->number + size - 1) % size : 0;
}

void
rp_omp_loop_begin (rp_omp_thread *thread, long start, long step, uint64_t count, long chunk,
                   uint32_t site)
{
  bool is_first;
  rp_omp_share_enter (thread, RP_TASK_ITERATION, site, &is_first);
  rp_omp_loop_deal (thread, is_first, start, step, count, chunk);
}

/* Of COUNT, as nearly the same for each thread as can be. */
static void
block_of (const rp_omp_thread *thread, uint64_t count, uint64_t *first, uint64_t *last)
{
  uint64_t size = thread->team->size, number = thread->number;
  uint64_t least = count / size, rest = count % size;
  *first = number * least + (number < rest ? number : rest);
  *last = *first + least + (number < rest);
}

/* [OpenMP 5.2, 11.5.3]: without a chunk size, blocks of nearly the same size, one for each thread; with
 * one, chunks in turn. NEXT counts the thread's blocks. */
static bool
next_static (const rp_omp_thread *thread, const rp_omp_share *share, uint64_t *first, uint64_t *last)
{
  uint64_t size = thread->team->size, number = thread->number, count = share->count;
  if (share->chunk)
    {
      *first = (thread->next * size + number) * share->chunk;
      *last = *first + share->chunk < count ? *first + share->chunk : count;
      return *first < count;
    }
  block_of (thread, count, first, last);
  return !thread->next && *first < *last;
}

enum
{
  FEW_UNITS = 64 /* bits of share->taken */
};

static bool
is_taken (const rp_omp_share *share, uint64_t unit)
{
  return unit < FEW_UNITS && share->taken >> unit & 1;
}

/* Tasks that outlive the unit which created them may meet those of another unit in the memory of the thread that
 * executes both. So where every thread has one unit at most, who has done its own, and left tasks, does that of another
 * thread that has not begun it. Those that are bound do not: what they execute is in order. */
static bool
takes_another (const rp_omp_thread *thread, const rp_omp_share *share)
{
  unsigned size = thread->team->size;
  bool has_left_tasks = thread->next >= size && thread->task.brood;
  return has_left_tasks && !share->is_static && share->units <= size && share->units <= FEW_UNITS && !thread->is_bound
         && !thread->has_another && !rp_engine_now.explored && !rp_engine_now.with_graph;
}

/* The next of the thread's own, or UNITS. */
static uint64_t
own_unit (const rp_omp_thread *thread, const rp_omp_share *share)
{
  uint64_t first, last;
  if (!share->is_in_order)
    return thread->next;
  block_of (thread, share->units, &first, &last);
  first += thread->next / thread->team->size;
  return first < last ? first : share->units;
}

/* LATEST: what the thread has executed, if anything. */
static bool
next_unit (rp_omp_thread *thread, rp_omp_share *share, uint64_t latest, uint64_t *first, uint64_t *last)
{
  uint64_t unit = own_unit (thread, share);
  if (takes_another (thread, share))
    {
      thread->has_another = true;
      for (unit = share->is_in_order ? latest + 1 : 0; is_taken (share, unit);)
        unit++;
    }
  if (unit >= share->units || is_taken (share, unit))
    return false;
  if (unit < FEW_UNITS)
    share->taken |= (uint64_t) 1 << unit;
  *first = unit * share->unit;
  *last = *first + share->unit < share->count ? *first + share->unit : share->count;
  return true;
}

bool
rp_omp_loop_next (rp_omp_thread *thread, uint64_t *first, uint64_t *last)
{
  rp_omp_share *share = thread->share;
  bool is_any = share->dealing == RP_OMP_ANY;
  bool was_last = is_any && thread->next >= thread->team->size && thread->ended == share->count
                  && !rp_engine_now.explored;
  uint64_t latest = thread->begun;
  rp_omp_ordered_unit_end (thread);
  rp_omp_guise_end (thread);
  bool is_there = is_any ? next_unit (thread, share, latest, first, last)
                         : next_static (thread, share, first, last);
  if (!is_there && was_last) /* until the loop is left, lastprivate variables get their values */
    rp_omp_guise_begin (thread, share->kind, share->start + (long) latest * share->step, share->site);
  if (!is_there)
    return false;
  thread->next += is_any ? thread->team->size : 1;
  thread->begun = *first;
  thread->ended = *last;
  thread->turn = *first;
  if (is_any)
    rp_omp_guise_begin (thread, share->kind, share->start + (long) *first * share->step, share->site);
  return true;
}
