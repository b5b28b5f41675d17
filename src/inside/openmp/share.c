#include "inside/openmp/share.h"

#include "base/panic.h"
#include "inside/engine/simd.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/environment.h"
#include "inside/openmp/locks_around.h"
#include "inside/openmp/ordered.h"
#include "inside/openmp/reproducible.h"

#include <stdlib.h>

rp_omp_share *
rp_omp_share_enter (rp_omp_thread *thread, rp_task_kind kind, uint32_t site, bool *is_first)
{
  rp_omp_team *team = thread->team;
  rp_omp_guest_end (thread);
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
  thread->is_at_construct = true;
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

/* Frees the descriptors that all threads of TEAM have left. They are at the front of TEAM->shares. */
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
  rp_omp_reproducible_end (thread);
  rp_omp_ordered_unit_end (thread);
  rp_omp_guest_end (thread);
  thread->share = NULL;
  thread->is_behind_loop = false;
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
rp_omp_unit (uint64_t count, uint64_t most)
{
  uint64_t unit = (count + most - 1) / most;
  if (unit > 1)
    {
      rp_monitor_warn ("a loop has so many iterations that neighbours were taken together");
      rp_omp_coverage_grouped ();
    }
  return unit;
}

rp_omp_schedule
rp_omp_any_schedule (void)
{
  return (rp_omp_schedule) { .kind = RP_OMP_DYNAMIC, .chunk = 1 };
}

rp_omp_schedule
rp_omp_runtime_schedule (void)
{
  enum
  {
    STATIC = 1, /* omp_sched_t */
    DYNAMIC,
    GUIDED,
    AUTO
  };
  const rp_omp_settings *settings = &rp_omp_current ()->settings;
  int kind = settings->schedule;
  return (rp_omp_schedule) { .kind = kind == STATIC || kind == AUTO ? RP_OMP_STATIC
                                     : kind == GUIDED               ? RP_OMP_GUIDED
                                                                    : RP_OMP_DYNAMIC,
                             .chunk
                             = settings->chunk > 0 && kind != AUTO ? (uint64_t) settings->chunk : 0,
                             .is_unsaid = !settings->is_schedule_said || kind == AUTO };
}

rp_task_kind
rp_omp_iteration_kind (const rp_omp_schedule *schedule)
{
  bool is_unsaid
    = schedule->kind == RP_OMP_STATIC && schedule->is_unsaid && !schedule->is_concurrent;
  /* For default iterations, reports advise to write schedule(static). This keeps the iterations of each thread only
   * if the loop has no chunk size. */
  bool is_default = is_unsaid && !schedule->chunk;
  return is_unsaid && schedule->is_unclear ? RP_TASK_UNCLEAR_ITERATION
         : is_default                      ? RP_TASK_DEFAULT_ITERATION
                                           : RP_TASK_ITERATION;
}

static uint64_t
chunk_of (const rp_omp_share *share)
{
  return share->schedule.chunk ? share->schedule.chunk : 1;
}

/* Returns about how many units the loop has. There are more if the length of a piece is no multiple of the length of a
 * unit. */
static uint64_t
unit_count (const rp_omp_share *share)
{
  bool has_chunks = share->grain == RP_OMP_BY_CHUNK && share->schedule.kind != RP_OMP_GUIDED;
  uint64_t unit = share->unit ? share->unit : has_chunks ? chunk_of (share) : 1;
  return (share->count + unit - 1) / unit;
}

/* Returns whether reports name the iterations of the loop START + i * STEP, 0 <= i < COUNT, by their places: some value
 * of the loop variable does not fit into the number of a task. The variable of such a loop is mostly a pointer, so its
 * values differ from run to run. */
static bool
is_counted (long start, long step, uint64_t count)
{
  long distance, last;
  if (!count)
    return false;
  return start != (int32_t) start || count > INT32_MAX
         || __builtin_mul_overflow ((long) count - 1, step, &distance)
         || __builtin_add_overflow (start, distance, &last) || last != (int32_t) last;
}

/* Returns the number by which reports name iteration FIRST, and how these numbers grow from one iteration to the
 * next. */
static long
number_of (const rp_omp_share *share, uint64_t first)
{
  return share->is_counted ? (long) first : share->start + (long) first * share->step;
}

static long
step_of_numbers (const rp_omp_share *share)
{
  return share->is_counted ? 1 : share->step;
}

/* Returns how the numbers of the units that a thread gets follow each other. FIRST is not set. */
static rp_unit_numbers
pattern_of (const rp_omp_team *team, const rp_omp_share *share)
{
  bool has_chunks = share->schedule.chunk || share->schedule.kind == RP_OMP_DYNAMIC;
  uint64_t chunk = chunk_of (share), unit = share->unit ? share->unit : chunk;
  long step = step_of_numbers (share);
  return (rp_unit_numbers) { .step = (long) unit * step,
                             .stride = (long) (chunk * team->size) * step,
                             .length = has_chunks ? (chunk + unit - 1) / unit : UINT64_MAX };
}

static void
deal_out (rp_omp_team *team, rp_omp_share *share, rp_omp_schedule schedule)
{
  if (schedule.is_runtime)
    {
      rp_omp_schedule written = schedule;
      schedule = rp_omp_runtime_schedule ();
      schedule.is_concurrent = written.is_concurrent;
      schedule.is_reproducible = written.is_reproducible;
      schedule.is_simd = written.is_simd;
      schedule.has_simd_chunks = written.has_simd_chunks;
      schedule.has_copies = written.has_copies;
    }
  share->schedule = schedule;
  share->units.are_tasks |= schedule.is_reproducible;
  if (share->kind == RP_TASK_ITERATION)
    share->kind = rp_omp_iteration_kind (&schedule);
  share->grain = rp_omp_schedule_grain (&share->schedule);
  share->unit = share->grain == RP_OMP_BY_ITERATION ? rp_omp_unit (share->count, RP_OMP_MAX_UNITS) : 0;
  if (share->grain != RP_OMP_BY_ITERATION)
    rp_omp_coverage_together (team, &share->schedule, share->grain, share->count, share->site);
  if (share->grain != RP_OMP_BY_THREAD && team->size > 1)
    rp_omp_units_reserve (&share->units, unit_count (share), pattern_of (team, share));
  if (share->grain == RP_OMP_BY_THREAD)
    share->apart = rp_omp_static_apart (team, &share->schedule, share->count, share->number, share->site);
}

void
rp_omp_loop_deal (rp_omp_thread *thread, bool is_first, long start, long step, uint64_t count,
                  rp_omp_schedule schedule)
{
  rp_omp_share *share = thread->share;
  if (is_first)
    {
      share->start = start;
      share->step = step;
      share->count = count;
      share->is_counted = is_counted (start, step, count);
      deal_out (thread->team, share, schedule);
    }
  thread->has_another = false;
  thread->pieces = (rp_omp_pieces) { 0 };
  thread->piece = thread->piece_end = 0;
}

void
rp_omp_loop_begin (rp_omp_thread *thread, long start, long step, uint64_t count,
                   rp_omp_schedule schedule, uint32_t site)
{
  bool is_first;
  rp_omp_share_enter (thread, RP_TASK_ITERATION, site, &is_first);
  rp_omp_loop_deal (thread, is_first, start, step, count, schedule);
}

enum
{
  FEW_PIECES = 64 /* bits of share->taken */
};

/* Returns whether every thread gets one piece at most, and any thread may execute any piece. share->taken is used only
 * in this case. */
static bool
has_few_pieces (const rp_omp_thread *thread, const rp_omp_share *share)
{
  uint64_t pieces = (share->count + chunk_of (share) - 1) / chunk_of (share);
  return (share->schedule.kind == RP_OMP_DYNAMIC || share->is_in_order)
         && pieces <= thread->team->size && pieces <= FEW_PIECES;
}

/* Returns whether THREAD, which asks for its next piece, takes the piece of another thread.
 *
 * A task may outlive the unit that created it. If one thread executes two units, tasks of both units may access
 * that thread's own memory, and race. To find such races, a thread that has executed its piece, and has created
 * tasks since the last barrier, executes the piece of another thread, if that other thread has not begun the piece.
 * Each thread does this at most once in a loop, and only
 *   - if every thread gets one piece at most;
 *   - if units are guests, and the schedule is not reproducible (reproducible.h);
 *   - if the thread is not bound: the work of a bound thread is in order;
 *   - if the thread holds no lock: it would execute both pieces under that lock, although another thread that
 *     executes one of the pieces would not hold the lock. */
static bool
takes_another (const rp_omp_thread *thread, const rp_omp_share *share)
{
  bool has_left_tasks = thread->pieces.taken && thread->task.child_list;
  return has_left_tasks && has_few_pieces (thread, share) && !thread->is_bound && !share->schedule.is_reproducible
         && !thread->has_another && rp_engine_kind->has_guests && !rp_is_in_section ();
}

/* Finds the first piece from number FROM on that no thread has taken, and stores its iterations: *FIRST up to, but not
 * including, *LAST. Returns false if there is no such piece. */
static bool
free_piece (const rp_omp_share *share, uint64_t from, uint64_t *first, uint64_t *last)
{
  uint64_t piece = from, chunk = chunk_of (share);
  while (piece < FEW_PIECES && share->taken >> piece & 1)
    piece++;
  *first = piece * chunk;
  *last = *first + chunk < share->count ? *first + chunk : share->count;
  return *first < share->count;
}

/* Returns the number of the first piece that THREAD may take from another thread. LATEST is the first iteration of
 * the unit that THREAD executed last. In a loop with lastprivate variables, each thread must get its pieces in
 * ascending order: code of the compiler copies the variables in the thread that got the last iteration, after all
 * iterations of this thread, so this iteration must be the thread's last one. */
static uint64_t
first_possible (const rp_omp_thread *thread, const rp_omp_share *share, uint64_t latest)
{
  bool is_in_order = share->is_in_order || share->schedule.has_copies || thread->expects_copies;
  return is_in_order ? latest / chunk_of (share) + 1 : 0;
}

/* Stores the next piece of THREAD in THREAD->piece and THREAD->piece_end. Returns false if there is none. LATEST is the
 * first iteration of the unit that THREAD executed last, if there is one. */
static bool
next_piece (rp_omp_thread *thread, rp_omp_share *share, uint64_t latest)
{
  uint64_t *first = &thread->piece, *last = &thread->piece_end;
  bool is_there;
  if (takes_another (thread, share))
    {
      thread->has_another = true;
      is_there = free_piece (share, first_possible (thread, share, latest), first, last);
    }
  else
    is_there = rp_omp_schedule_next (&share->schedule, share->count, thread->number,
                                     thread->team->size, &thread->pieces, first, last);
  if (is_there && has_few_pieces (thread, share))
    {
      uint64_t bit = (uint64_t) 1 << *first / chunk_of (share);
      is_there = !(share->taken & bit);
      share->taken |= bit;
    }
  if (!is_there)
    *last = *first;
  thread->piece_key = rp_simd_new_key ();
  return is_there;
}

static bool
next_unit (rp_omp_thread *thread, rp_omp_share *share, uint64_t latest, uint64_t *first,
           uint64_t *last)
{
  if (thread->piece == thread->piece_end && !next_piece (thread, share, latest))
    return false;
  *first = thread->piece;
  *last = thread->piece_end;
  if (share->grain == RP_OMP_BY_ITERATION && thread->team->size > 1 && rp_omp_units_are_tasks (&share->units))
    share->unit = rp_omp_unit (share->count, RP_OMP_MAX_TASKS);
  if (share->grain == RP_OMP_BY_ITERATION && *last - *first > share->unit)
    *last = *first + share->unit;
  thread->piece = *last;
  return true;
}

/* THREAD begins the unit whose first iteration is FIRST. */
static void
begin_unit (rp_omp_thread *thread, rp_omp_share *share, uint64_t first)
{
  if (share->apart)
    rp_omp_apart_begin (thread, share->apart, share->site);
  else
    rp_omp_unit_begin (thread, &share->units, share->kind, number_of (share, first), share->site);
}

bool
rp_omp_loop_next (rp_omp_thread *thread, uint64_t *first, uint64_t *last)
{
  rp_omp_share *share = thread->share;
  bool was_last = share->count && thread->ended == share->count;
  if (thread->is_at_construct)
    rp_omp_locks_around_meet (thread);
  bool is_there = next_unit (thread, share, thread->begun, first, last);
  thread->is_behind_loop = !is_there;
  rp_omp_ordered_unit_end (thread);
  if (!is_there && was_last) /* W1 of share.h */
    return false;
  rp_omp_reproducible_end (thread);
  if (!is_there || !rp_omp_is_in_unit (thread))
    rp_omp_guest_end (thread);
  if (!is_there)
    return false;
  thread->begun = *first;
  thread->ended = *last;
  thread->turn = *first;
  if (share->grain != RP_OMP_BY_THREAD || share->apart)
    begin_unit (thread, share, *first);
  rp_omp_reproducible_begin (thread);
  return true;
}
