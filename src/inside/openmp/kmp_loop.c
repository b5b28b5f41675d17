/* clang's ABI: worksharing loops and sections.
 *
 * With a static schedule, the thread asks for its bounds once, and goes through its iterations by itself. The plug-in
 * adds a call of rp_omp_iteration at the beginning of each iteration. With other schedules the thread asks for one unit
 * after another (share.h). The thread also asks for one section after another: clang makes a static loop of
 * sections, but `raceproof cc` makes the program call rp_omp_sections_begin in place of the function that gives the
 * bounds. */
#include "base/panic.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/distribute.h"
#include "inside/openmp/kmp.h"
#include "inside/openmp/locks_around.h"
#include "inside/openmp/ordered.h"
#include "inside/openmp/reproducible.h"
#include "inside/openmp/share.h"

#include <stdlib.h>

/* Schedules as clang numbers them. The number for an ordered loop is that of the schedule plus 32. */
enum
{
  MONOTONIC = 1 << 29,
  NONMONOTONIC = 1 << 30,
  MODIFIERS = 3 << 29,
  STATIC_CHUNKED = 33,
  STATIC,
  RUNTIME = 37,
  AUTO,
  STATIC_BALANCED = 41,
  STATIC_BALANCED_CHUNKED = 45,
  RUNTIME_SIMD = 47,
  ORDERED_FIRST = 65,
  ORDERED_LAST = 70,
  ORDERED_OFFSET = 32,
  DISTRIBUTE_CHUNKED = 91,
  DISTRIBUTE = 92,

  GUIDED_CHUNKED = 36,
  GUIDED_ITERATIVE = 42,
  GUIDED_ANALYTICAL = 43,
  GUIDED_SIMD = 46
};

/* ---- static: bounds ---- */

/* The iterations of a static loop that a thread or team gets: FIRST up to, but not including, LAST; then these
 * iterations shifted by STRIDE, by 2 STRIDE, and so on. */
typedef struct piece
{
  uint64_t first, last, stride;
  bool has_last; /* the last iteration of the loop is among them */
} piece;

static bool
is_distribute (int kind)
{
  return kind == DISTRIBUTE || kind == DISTRIBUTE_CHUNKED;
}

static bool
is_chunked (int kind)
{
  return kind == STATIC_CHUNKED || kind == STATIC_BALANCED_CHUNKED || kind == DISTRIBUTE_CHUNKED;
}

static piece
chunk_of (uint64_t number, uint64_t size, uint64_t count, uint64_t chunk)
{
  uint64_t first = number * chunk;
  return (piece) { .first = first < count ? first : count,
                   .last = first + chunk < count ? first + chunk : count,
                   .stride = size * chunk,
                   .has_last = (count - 1) / chunk % size == number };
}

static piece
block_of (uint64_t number, uint64_t size, uint64_t count)
{
  uint64_t first, last;
  rp_omp_schedule_block (count, (unsigned) number, (unsigned) size, &first, &last);
  return (piece) { first, last, count, first < last && last == count };
}

/* Returns the schedule that the program wrote. clang passes the same number for `schedule(static)` and for no clause,
 * and for `schedule(static, 1)` and no clause on a doacross loop. So the plug-in looks at the directive and sets
 * modifiers in SCHEDULE (compile/clang_plugin/clause.hh): MONOTONIC if a clause says `static`, NONMONOTONIC if it did
 * not find the directive, both for order(concurrent). */
static rp_omp_schedule
static_schedule (int schedule, int64_t chunk, bool is_doacross)
{
  bool has_chunk = is_chunked (schedule & ~MODIFIERS);
  bool may_be_default = !has_chunk || (is_doacross && chunk == 1);
  return (rp_omp_schedule) { .kind = RP_OMP_STATIC,
                             .chunk = !has_chunk  ? 0
                                      : chunk > 0 ? (uint64_t) chunk
                                                  : 1,
                             .is_unsaid = may_be_default && !(schedule & MONOTONIC),
                             .is_unclear = (schedule & MODIFIERS) == NONMONOTONIC,
                             .is_concurrent = (schedule & MODIFIERS) == MODIFIERS,
                             .has_simd_chunks
                             = (schedule & ~MODIFIERS) == STATIC_BALANCED_CHUNKED };
}

/* The plug-in adds a call of this function before a worksharing loop with simd. */
void
rp_omp_simd_loop (void)
{
  RP_OMP_ENTER ();
  rp_omp_current ()->thread->is_simd_next = true;
  rp_omp_leave ();
}

/* Returns whether rp_omp_simd_loop was called for the loop that THREAD begins, and forgets that call. */
static bool
is_simd (rp_omp_thread *thread)
{
  bool was_simd = thread->is_simd_next;
  thread->is_simd_next = false;
  return was_simd;
}

/* Returns the units of static loop number NUMBER, which has COUNT iterations. OWN are the iterations that THREAD gets.
 * UNIT is the number of iterations in a unit. With and without a chunk size, all pieces of a thread have the same
 * length, except the last one. So one pattern (units.h) numbers the units of all pieces. */
static rp_omp_units *
static_units (const rp_omp_thread *thread, piece own, uint64_t count, uint64_t unit, uint64_t number)
{
  uint64_t length = (own.last - own.first + unit - 1) / unit;
  return rp_omp_static_units (
    thread->team, number, (count + unit - 1) / unit,
    (rp_unit_numbers) { .step = (long) unit, .stride = (long) own.stride, .length = length ? length : 1 });
}

/* THREAD gets OWN of a static loop of COUNT iterations. If the loop's grain is the thread (schedule.h, S2), the
 * iterations count as the thread's segment, or as one task (reproducible.h). Otherwise each unit is compared as a
 * task of its own, and THREAD->dealt is set up to count the iterations. The loop is identified by UPPER, the
 * address of the program's variable for the upper bound. In a team of one, only counts the loop. */
static void
expect_iterations (rp_omp_thread *thread, piece own, uint64_t count, rp_omp_schedule schedule,
                   const void *upper, uint32_t site)
{
  thread->upper = NULL;
  thread->is_in_static = false;
  uint64_t number = thread->static_loops++;
  if (thread->team->size == 1)
    return;
  rp_omp_locks_around_meet (thread);
  if (rp_omp_schedule_grain (&schedule) == RP_OMP_BY_THREAD)
    {
      thread->is_in_static = true;
      rp_omp_coverage_together (thread->team, &schedule, RP_OMP_BY_THREAD, count, site);
      struct rp_omp_reproducible *class = rp_omp_static_apart (thread->team, &schedule, count, number, site);
      if (class && own.first < own.last)
        rp_omp_apart_begin (thread, class, site);
      return;
    }
  thread->upper = upper;
  uint64_t unit = rp_omp_unit (count, RP_OMP_MAX_UNITS);
  thread->dealt = (rp_omp_dealt) { .next = own.first,
                                   .left = own.last - own.first,
                                   .length = own.last - own.first,
                                   .stride = own.stride,
                                   .unit = unit,
                                   .in_unit = unit,
                                   .count = count,
                                   .units = count ? static_units (thread, own, count, unit, number) : NULL,
                                   .site = site,
                                   .kind = rp_omp_iteration_kind (&schedule) };
}

/* Returns the part of COUNT iterations that the running thread gets, or its team if the loop is a `distribute` loop.
 * Prepares the thread for these iterations. SCHEDULE and CHUNK are as clang passes them; UPPER is as in
 * expect_iterations. The plug-in sets NONMONOTONIC for a `distribute` loop whose iterations it announces
 * (distribute.h). */
static piece
deal (int schedule, uint64_t count, int64_t chunk, const void *upper, uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  int kind = schedule & ~MODIFIERS;
  bool to_teams = is_distribute (kind);
  uint64_t number = to_teams ? thread->team->team_number : thread->number;
  uint64_t size = to_teams ? thread->team->team_count : thread->team->size;
  piece own = is_chunked (kind) ? chunk_of (number, size, count, chunk > 0 ? (uint64_t) chunk : 1)
                                : block_of (number, size, count);
  rp_omp_reproducible_end (thread);
  rp_omp_guest_end (thread);
  if (to_teams && (schedule & MODIFIERS) == NONMONOTONIC)
    rp_omp_distribute_deal (thread, own.first, site);
  else if (to_teams && own.last - own.first > 1)
    rp_omp_coverage_to_teams (thread->team, site);
  if (!to_teams)
    {
      rp_omp_schedule said
        = static_schedule (schedule, chunk, thread->share && thread->share->is_doacross);
      said.is_simd = is_simd (thread);
      thread->has_last = own.has_last;
      expect_iterations (thread, own, count, said, upper, site);
    }
  return own;
}

#define CALLER ((uintptr_t) __builtin_return_address (0))

/* A loop as clang announces it, from LOWER to UPPER, both inclusive. clang has four types for the bounds; here they are
 * extended to 64 bits. */
typedef struct bounds
{
  uint64_t lower, upper;
  int64_t step;
  bool is_signed;
} bounds;

static uint64_t
count_of (const bounds *loop)
{
  uint64_t low = loop->step > 0 ? loop->lower : loop->upper, high = loop->step > 0 ? loop->upper : loop->lower;
  bool is_empty = loop->is_signed ? (int64_t) high < (int64_t) low : high < low;
  if (is_empty || !loop->step)
    return 0;
  return (high - low) / (loop->step > 0 ? (uint64_t) loop->step : -(uint64_t) loop->step) + 1;
}

/* Changes LOOP to the first piece that the running thread gets, or its team if the loop is a `distribute` loop. If
 * there is none, LOOP becomes 1 to 0, which is empty in every type, or 0 to 1 if the step is negative. Stores in
 * *IS_LAST, unless IS_LAST is NULL, whether the thread or team gets the last iteration. ASKED is the address of the
 * program's variable for the upper bound. Returns the distance from one piece to the next. */
static int64_t
static_init (bounds *loop, int schedule, int64_t chunk, int *is_last, const void *asked, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  uint64_t count = count_of (loop), start = loop->lower, step = (uint64_t) loop->step;
  piece own = { 0 };
  if (count)
    own = deal (schedule, count, chunk, asked, site);
  bool has_some = own.first < own.last;
  loop->lower = has_some ? start + own.first * step : loop->step > 0;
  loop->upper = has_some ? start + (own.last - 1) * step : loop->step < 0;
  if (is_last)
    *is_last = own.has_last;
  rp_omp_leave ();
  return (int64_t) (own.stride * step);
}

#define STATIC_INIT(NAME, TYPE, STEP, IS_SIGNED) \
  void __kmpc_for_static_init_##NAME (rp_kmp_place *place, int thread, int schedule, int *is_last, \
                                      TYPE *lower, TYPE *upper, STEP *stride, STEP step, \
                                      STEP chunk) \
  { \
    (void) place; \
    (void) thread; \
    bounds loop = { (uint64_t) *lower, (uint64_t) *upper, step, IS_SIGNED }; \
    *stride = (STEP) static_init (&loop, schedule, chunk, is_last, upper, CALLER); \
    *lower = (TYPE) loop.lower; \
    *upper = (TYPE) loop.upper; \
  }

STATIC_INIT (4, int32_t, int32_t, true)
STATIC_INIT (4u, uint32_t, int32_t, false)
STATIC_INIT (8, int64_t, int64_t, true)
STATIC_INIT (8u, uint64_t, int64_t, false)

/* THREAD has executed its part of a loop or of sections. Ends the unit that THREAD executed last, and leaves the
 * construct, except a doacross nest, which __kmpc_doacross_fini leaves. Does nothing if THREAD copies lastprivate
 * variables next: the copies are a part of that unit (W1 of share.h), and rp_omp_last_end calls end_work again. */
static void
end_work (rp_omp_thread *thread)
{
  if (thread->expects_copies && thread->has_last)
    return;
  if (thread->share && !thread->share->is_doacross)
    rp_omp_share_leave (thread);
  rp_omp_reproducible_end (thread);
  rp_omp_guest_end (thread);
}

void
__kmpc_for_static_fini (rp_kmp_place *place, int number)
{
  rp_omp_enter_between_units (CALLER);
  (void) place;
  (void) number;
  rp_omp_thread *thread = rp_omp_current ()->thread;
  end_work (thread);
  thread->upper = NULL;
  thread->is_in_static = false;
  rp_omp_leave ();
}

static void
begin_unit (rp_omp_thread *thread)
{
  const rp_omp_dealt *dealt = &thread->dealt;
  long number = (long) dealt->next;
  if (dealt->units)
    rp_omp_unit_begin (thread, dealt->units, dealt->kind, number, dealt->site);
  else
    rp_omp_guest_begin (thread, dealt->kind, number, dealt->site);
}

/* Begins the unit of THREAD's next iteration, unless that iteration belongs to the unit that runs. */
static inline void
next_unit (rp_omp_thread *thread)
{
  rp_omp_dealt *dealt = &thread->dealt;
  if (dealt->in_unit < dealt->unit)
    return;
  if (!dealt->units || rp_omp_units_are_tasks (dealt->units))
    dealt->unit = rp_omp_unit (dealt->count, RP_OMP_MAX_TASKS);
  dealt->in_unit = 0;
  begin_unit (thread);
}

static void
next_iteration (rp_omp_thread *thread)
{
  rp_omp_dealt *dealt = &thread->dealt;
  next_unit (thread);
  dealt->in_unit++;
  dealt->next++;
  if (!--dealt->left)
    {
      dealt->next += dealt->stride - dealt->length;
      dealt->left = dealt->length;
    }
}

/* An iteration of a loop begins. The program keeps the loop's upper bound at UPPER. Does nothing if the running thread
 * does not count the iterations of this loop. */
void
rp_omp_iteration (const void *upper)
{
  rp_omp_thread *thread = rp_omp_enter_next_unit ();
  if (thread->upper == upper)
    next_iteration (thread);
  rp_inside_end ();
}

/* What the running thread does from now on counts as a part of its next iteration. rp_omp_iteration follows, and then
 * does not begin the iteration again. `raceproof cc` puts this call before reads that it has moved in front of a loop. */
void
rp_omp_iteration_early (const void *upper)
{
  rp_omp_thread *thread = rp_omp_enter_next_unit ();
  if (thread->upper == upper)
    next_unit (thread);
  rp_inside_end ();
}

/* ---- lastprivate: `raceproof cc` puts a call of rp_omp_last_expect before the calls that deal out iterations, and a
 * call of rp_omp_last_end behind the copies. All threads make both calls, even if they copy nothing. ---- */

void
rp_omp_last_expect (void)
{
  rp_omp_enter_between_units (CALLER);
  rp_omp_current ()->thread->expects_copies = true;
  rp_omp_leave ();
}

void
rp_omp_last_end (void)
{
  rp_omp_enter_between_units (CALLER);
  rp_omp_thread *thread = rp_omp_current ()->thread;
  thread->expects_copies = false;
  end_work (thread);
  rp_omp_leave ();
}

/* ---- sections: clang makes a loop over the numbers of the sections, from 0 on. `raceproof cc` changes it to
 *
 *   rp_omp_sections_begin (&is_last, &lower, &upper);
 *   while ((section = lower) <= upper)
 *     {
 *       ...
 *       rp_omp_sections_next (&is_last, &lower, &upper);
 *     }
 *   __kmpc_for_static_fini (...);
 *
 * The thread that has executed the last section copies its values of lastprivate variables to the variables, when it
 * has executed all of its sections. So it must not execute another section after the last one. ---- */

static void
next_section (rp_omp_thread *thread, int *is_last, int32_t *lower, int32_t *upper)
{
  uint64_t first, last;
  if (thread->share && rp_omp_loop_next (thread, &first, &last))
    {
      *lower = *upper = (int32_t) first;
      *is_last = thread->has_last = last == thread->share->count;
    }
  else
    {
      *lower = 1;
      *upper = 0;
    }
}

void
rp_omp_sections_begin (int *is_last, int32_t *lower, int32_t *upper)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_thread *thread = rp_omp_current ()->thread;
  bool is_first;
  thread->has_last = false;
  rp_omp_share_leave_all (thread);
  rp_omp_share_enter (thread, RP_TASK_SECTION, site, &is_first)->is_in_order = true;
  rp_omp_loop_deal (
    thread, is_first, 1, 1, (uint64_t) ((int64_t) *upper - *lower + 1),
    (rp_omp_schedule) { .kind = RP_OMP_STATIC, .is_unsaid = true, .is_concurrent = true });
  next_section (thread, is_last, lower, upper);
  rp_omp_leave ();
}

void
rp_omp_sections_next (int *is_last, int32_t *lower, int32_t *upper)
{
  RP_OMP_ENTER ();
  next_section (rp_omp_current ()->thread, is_last, lower, upper);
  rp_omp_leave ();
}

/* ---- other schedules ---- */

static bool
is_ordered (int kind)
{
  return kind >= ORDERED_FIRST && kind <= ORDERED_LAST;
}

static bool
is_guided (int kind)
{
  return kind == GUIDED_CHUNKED || kind == GUIDED_ITERATIVE || kind == GUIDED_ANALYTICAL
         || kind == GUIDED_SIMD;
}

static rp_omp_schedule
said_schedule_of (int schedule, int64_t chunk)
{
  int kind = schedule & ~MODIFIERS;
  if (is_ordered (kind))
    kind -= ORDERED_OFFSET;
  if (kind == RUNTIME || kind == RUNTIME_SIMD)
    return rp_omp_runtime_schedule ();
  if (kind == AUTO)
    return (rp_omp_schedule) { .kind = RP_OMP_STATIC, .is_unsaid = true };
  if (kind == STATIC || kind == STATIC_BALANCED || is_chunked (kind))
    return static_schedule (kind | (schedule & MODIFIERS), chunk, false);
  return rp_omp_schedule_of (is_guided (kind) ? RP_OMP_GUIDED : RP_OMP_DYNAMIC, chunk);
}

/* Returns the schedule that the program wrote. As with static loops, both modifiers together mean order(concurrent). */
static rp_omp_schedule
schedule_of (int schedule, int64_t chunk)
{
  rp_omp_schedule said = said_schedule_of (schedule, chunk);
  said.is_concurrent |= (schedule & MODIFIERS) == MODIFIERS;
  said.has_simd_chunks |= (schedule & ~MODIFIERS) == RUNTIME_SIMD;
  return said;
}

static void
begin_loop (int schedule, int64_t start, int64_t step, uint64_t count, int64_t chunk, uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  int kind = schedule & ~MODIFIERS;
  bool is_first = true;
  thread->has_last = false;
  if (!thread->share || !thread->share->is_doacross)
    {
      rp_omp_share_leave_all (thread);
      rp_omp_share_enter (thread, RP_TASK_ITERATION, site, &is_first);
    }
  rp_omp_schedule said = schedule_of (schedule, chunk);
  said.is_simd = is_simd (thread);
  rp_omp_loop_deal (thread, is_first, start, step, count, said);
  if (is_ordered (kind))
    rp_omp_ordered_expect (thread);
}

/* Stores the next unit of the running thread: *FIRST to *LAST, both inclusive, by *STEP. If no unit is left, ends the
 * thread's work in the loop, since clang calls no function at the end of the loop, and returns false. */
static bool
next (int64_t *first, int64_t *last, int64_t *step, int *is_last)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  const rp_omp_share *share = thread->share;
  uint64_t from, to;
  if (!share || !rp_omp_loop_next (thread, &from, &to))
    {
      end_work (thread);
      return false;
    }
  *first = share->start + (long) from * share->step;
  *last = share->start + (long) (to - 1) * share->step;
  *step = share->step;
  thread->has_last = to == share->count;
  if (is_last)
    *is_last = thread->has_last;
  return true;
}

static void
dispatch_init (const bounds *loop, int schedule, int64_t chunk, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  begin_loop (schedule, (int64_t) loop->lower, loop->step, count_of (loop), chunk, site);
  rp_omp_leave ();
}

/* Stores the next unit of the running thread in *UNIT. Returns false if no unit is left: see next. */
static bool
dispatch_next (bounds *unit, int *is_last, uintptr_t pc)
{
  rp_omp_enter_between_units (pc);
  int64_t first, last, step;
  bool is_there = next (&first, &last, &step, is_last);
  if (is_there)
    *unit = (bounds) { (uint64_t) first, (uint64_t) last, step, true };
  rp_omp_leave ();
  return is_there;
}

#define DISPATCH(NAME, TYPE, STEP, IS_SIGNED) \
  void __kmpc_dispatch_init_##NAME (rp_kmp_place *place, int thread, int schedule, TYPE lower, \
                                    TYPE upper, STEP step, STEP chunk) \
  { \
    (void) place; \
    (void) thread; \
    bounds loop = { (uint64_t) lower, (uint64_t) upper, step, IS_SIGNED }; \
    dispatch_init (&loop, schedule, chunk, CALLER); \
  } \
  int __kmpc_dispatch_next_##NAME (rp_kmp_place *place, int thread, int *is_last, TYPE *lower, \
                                   TYPE *upper, STEP *stride) \
  { \
    (void) place; \
    (void) thread; \
    bounds unit; \
    if (!dispatch_next (&unit, is_last, CALLER)) \
      return 0; \
    *lower = (TYPE) unit.lower; \
    *upper = (TYPE) unit.upper; \
    if (stride) \
      *stride = (STEP) unit.step; \
    return 1; \
  } \
  /* Called after each iteration of an ordered loop. Does nothing: dispatch_next ends the iteration. */ \
  void __kmpc_dispatch_fini_##NAME (rp_kmp_place *place, int thread) \
  { \
    (void) place; \
    (void) thread; \
  }

DISPATCH (4, int32_t, int32_t, true)
DISPATCH (4u, uint32_t, int32_t, false)
DISPATCH (8, int64_t, int64_t, true)
DISPATCH (8u, uint64_t, int64_t, false)

/* ---- doacross: calls around a loop of any schedule. clang counts all loops of the nest from 0 by 1 ---- */

typedef struct dimension
{
  int64_t lower, count, step;
} dimension;

void
__kmpc_doacross_init (rp_kmp_place *place, int number, int depth, const dimension *dimensions)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_thread *thread = rp_omp_current ()->thread;
  long *counts = rp_malloc ((size_t) depth * sizeof *counts);
  bool is_first;
  for (int i = 0; i < depth; i++)
    counts[i] = dimensions[i].count;
  rp_omp_share_leave_all (thread);
  rp_omp_share_enter (thread, RP_TASK_ITERATION, site, &is_first)->is_doacross = true;
  rp_omp_doacross_expect (thread, (unsigned) depth, counts);
  free (counts);
  rp_omp_leave ();
}

void
__kmpc_doacross_post (rp_kmp_place *place, int number, const int64_t *vector)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_doacross_post (vector, site);
  rp_omp_leave ();
}

void
__kmpc_doacross_wait (rp_kmp_place *place, int number, const int64_t *vector)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_doacross_wait (vector, site);
  rp_omp_leave ();
}

void
__kmpc_doacross_fini (rp_kmp_place *place, int number)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_share_leave_all (rp_omp_current ()->thread);
  rp_omp_leave ();
}
