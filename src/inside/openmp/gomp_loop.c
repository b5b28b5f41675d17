/* gcc's ABI: worksharing loops. The name of a function says which schedule the compiler saw in the directive.
 * `raceproof cc` may have changed the directive; then the mark in the chunk size says what the program wrote
 * (core/event/schedule_mark.h). */
#include "base/panic.h"
#include "inside/engine/copy_back.h"
#include "inside/hook/monitor.h"
#include "inside/openmp/cancel.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/gomp.h"
#include "inside/openmp/gomp_start.h"
#include "inside/openmp/ordered.h"
#include "inside/openmp/share.h"
#include "inside/writer/object_files.h"

#include <stdarg.h>
#include <stdlib.h>

typedef unsigned long long ull;

/* Schedules as gcc numbers them in GOMP_loop_start. */
enum
{
  GFS_RUNTIME,
  GFS_STATIC,
  GFS_DYNAMIC,
  GFS_GUIDED,
  GFS_KIND_BITS = 7
};

static uint64_t
iterations (long start, long end, long step)
{
  if (step > 0)
    return start < end ? ((uint64_t) end - (uint64_t) start + (uint64_t) step - 1) / (uint64_t) step
                       : 0;
  uint64_t down = -(uint64_t) step;
  return start > end ? ((uint64_t) start - (uint64_t) end + down - 1) / down : 0;
}

static uint64_t
iterations_unsigned (bool is_up, ull start, ull end, ull step)
{
  if (is_up)
    return start < end ? (end - start + step - 1) / step : 0;
  return start > end ? (start - end - step - 1) / -step : 0;
}

/* Returns the schedule for KIND, as gcc numbers it, and CHUNK. For schedule(runtime), CHUNK is not used. */
static rp_omp_schedule
schedule_of (long kind, long chunk)
{
  kind &= GFS_KIND_BITS;
  return kind == GFS_RUNTIME  ? rp_omp_runtime_schedule ()
         : kind == GFS_STATIC ? rp_omp_schedule_of (RP_OMP_STATIC, chunk)
         : kind == GFS_GUIDED ? rp_omp_schedule_of (RP_OMP_GUIDED, chunk)
                              : rp_omp_schedule_of (RP_OMP_DYNAMIC, chunk);
}

/* A loop as the library sees it: iterations START + i * STEP, 0 <= i < COUNT. */
typedef struct range
{
  long start, step;
  uint64_t count;
  rp_omp_schedule schedule;
  bool is_to_last; /* the loop's end overflowed: rp_omp_schedule_overflows */
} range;

static range
signed_range (long start, long end, long step, rp_omp_schedule schedule)
{
  step = rp_omp_schedule_step (&schedule, step);
  bool is_to_last = rp_omp_schedule_overflows (&schedule, end, step);
  uint64_t count = is_to_last ? rp_omp_schedule_count_to_last (&schedule, start, step)
                              : iterations (start, end, step);
  return (range) { start, step, count, schedule, is_to_last };
}

static range
unsigned_range (bool is_up, ull start, ull end, ull step, rp_omp_schedule schedule)
{
  return (range) { (long) start, (long) step, iterations_unsigned (is_up, start, end, step),
                   schedule, false };
}

static void
begin_loop (rp_omp_thread *thread, const range *loop, uint32_t site)
{
  rp_omp_loop_begin (thread, loop->start, loop->step, loop->count, loop->schedule, site);
  thread->share->is_to_last = loop->is_to_last;
  thread->has_rest = false;
}

/* Returns the value of the loop variable in iteration NUMBER of the loop SHARE. */
static long
value_of (const rp_omp_share *share, uint64_t number)
{
  return (long) ((uint64_t) share->start + number * (uint64_t) share->step);
}

/* Stores the next unit of THREAD: *FIRST up to, but not including, *LAST. Returns whether there is one. In gcc's
 * code the bound behind the last value of a type overflows, so the bound would seem to be reached after the
 * first iteration. So the iteration with the last value is passed to the code by itself, as a second part of its
 * unit. */
static bool
next (rp_omp_thread *thread, long *first, long *last)
{
  uint64_t from, to;
  if (thread->has_rest)
    {
      thread->has_rest = false;
      *first = value_of (thread->share, thread->share->count - 1);
      *last = value_of (thread->share, thread->share->count);
      return true;
    }
  if (!thread->share || !rp_omp_loop_next (thread, &from, &to))
    {
      if (thread->share && !thread->share->count)
        rp_copies_out_begin ();
      return false;
    }
  const rp_omp_share *share = thread->share;
  thread->has_rest = share->is_to_last && to == share->count && to - from > 1;
  *first = value_of (share, from);
  *last = value_of (share, thread->has_rest ? to - 1 : to);
  return true;
}

static bool
start_loop (range loop, bool is_ordered, long *first, long *last, uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  begin_loop (thread, &loop, site);
  if (is_ordered)
    rp_omp_ordered_expect (thread);
  return next (thread, first, last);
}

/* ---- start: gcc has a function for each schedule, for signed and for unsigned loop variables ---- */

#define CALLER ((uintptr_t) __builtin_return_address (0))

static bool
start_signed (long start, long end, long step, long kind, long chunk, bool is_ordered, long *first, long *last,
              uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  range loop = signed_range (start, end, step, schedule_of (kind, chunk));
  bool is_there = start_loop (loop, is_ordered, first, last, site);
  rp_omp_leave ();
  return is_there;
}

static bool
start_unsigned (bool is_up, ull start, ull end, ull step, long kind, ull chunk, bool is_ordered, ull *first, ull *last,
                uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  range loop = unsigned_range (is_up, start, end, step, schedule_of (kind, (long) chunk));
  bool is_there = start_loop (loop, is_ordered, (long *) first, (long *) last, site);
  rp_omp_leave ();
  return is_there;
}

#define START(NAME, KIND, IS_ORDERED) \
  bool NAME (long start, long end, long step, long chunk, long *first, long *last) \
  { \
    return start_signed (start, end, step, KIND, chunk, IS_ORDERED, first, last, CALLER); \
  }

#define START_RUNTIME(NAME, IS_ORDERED) \
  bool NAME (long start, long end, long step, long *first, long *last) \
  { \
    return start_signed (start, end, step, GFS_RUNTIME, 0, IS_ORDERED, first, last, CALLER); \
  }

START (GOMP_loop_static_start, GFS_STATIC, false)
START (GOMP_loop_dynamic_start, GFS_DYNAMIC, false)
START (GOMP_loop_guided_start, GFS_GUIDED, false)
START (GOMP_loop_nonmonotonic_dynamic_start, GFS_DYNAMIC, false)
START (GOMP_loop_nonmonotonic_guided_start, GFS_GUIDED, false)
START (GOMP_loop_ordered_static_start, GFS_STATIC, true)
START (GOMP_loop_ordered_dynamic_start, GFS_DYNAMIC, true)
START (GOMP_loop_ordered_guided_start, GFS_GUIDED, true)
START_RUNTIME (GOMP_loop_runtime_start, false)
START_RUNTIME (GOMP_loop_nonmonotonic_runtime_start, false)
START_RUNTIME (GOMP_loop_maybe_nonmonotonic_runtime_start, false)
START_RUNTIME (GOMP_loop_ordered_runtime_start, true)

#define START_ULL(NAME, KIND, IS_ORDERED) \
  bool NAME (bool is_up, ull start, ull end, ull step, ull chunk, ull *first, ull *last) \
  { \
    return start_unsigned (is_up, start, end, step, KIND, chunk, IS_ORDERED, first, last, CALLER); \
  }

#define START_ULL_RUNTIME(NAME, IS_ORDERED) \
  bool NAME (bool is_up, ull start, ull end, ull step, ull *first, ull *last) \
  { \
    return start_unsigned (is_up, start, end, step, GFS_RUNTIME, 0, IS_ORDERED, first, last, CALLER); \
  }

START_ULL (GOMP_loop_ull_static_start, GFS_STATIC, false)
START_ULL (GOMP_loop_ull_dynamic_start, GFS_DYNAMIC, false)
START_ULL (GOMP_loop_ull_guided_start, GFS_GUIDED, false)
START_ULL (GOMP_loop_ull_nonmonotonic_dynamic_start, GFS_DYNAMIC, false)
START_ULL (GOMP_loop_ull_nonmonotonic_guided_start, GFS_GUIDED, false)
START_ULL (GOMP_loop_ull_ordered_static_start, GFS_STATIC, true)
START_ULL (GOMP_loop_ull_ordered_dynamic_start, GFS_DYNAMIC, true)
START_ULL (GOMP_loop_ull_ordered_guided_start, GFS_GUIDED, true)
START_ULL_RUNTIME (GOMP_loop_ull_runtime_start, false)
START_ULL_RUNTIME (GOMP_loop_ull_nonmonotonic_runtime_start, false)
START_ULL_RUNTIME (GOMP_loop_ull_maybe_nonmonotonic_runtime_start, false)
START_ULL_RUNTIME (GOMP_loop_ull_ordered_runtime_start, true)

/* ---- next ---- */

static bool
go_on (long *first, long *last)
{
  bool is_there = next (rp_omp_enter_next_unit (), first, last);
  rp_inside_end ();
  return is_there;
}

#define NEXT(NAME) \
  bool GOMP_loop_##NAME##_next (long *first, long *last) \
  { \
    return go_on (first, last); \
  } \
  bool GOMP_loop_ull_##NAME##_next (ull *first, ull *last) \
  { \
    return go_on ((long *) first, (long *) last); \
  }

NEXT (static)
NEXT (dynamic)
NEXT (guided)
NEXT (runtime)
NEXT (nonmonotonic_dynamic)
NEXT (nonmonotonic_guided)
NEXT (nonmonotonic_runtime)
NEXT (maybe_nonmonotonic_runtime)
NEXT (ordered_static)
NEXT (ordered_dynamic)
NEXT (ordered_guided)
NEXT (ordered_runtime)

/* ---- with task reductions or memory for conditional lastprivate ---- */

/* Begins LOOP. Stores the first unit of the running thread: *FIRST up to, but not including, *LAST. Returns whether
 * there is one. If the compiler itself distributes the iterations of a static loop, FIRST is NULL; then stores nothing
 * and returns true. */
static bool
start_any (range loop, bool is_ordered, long *first, long *last, uintptr_t *reductions,
           void **memory, uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  begin_loop (thread, &loop, site);
  if (is_ordered)
    rp_omp_ordered_expect (thread);
  rp_gomp_share_extras (thread, reductions, memory);
  return first ? next (thread, first, last) : true;
}

static bool
start_any_signed (long start, long end, long step, long schedule, long chunk, bool is_ordered, long *first, long *last,
                  uintptr_t *reductions, void **memory, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  range loop = signed_range (start, end, step, schedule_of (schedule, chunk));
  bool is_there = start_any (loop, is_ordered, first, last, reductions, memory, site);
  rp_omp_leave ();
  return is_there;
}

static bool
start_any_unsigned (bool is_up, ull start, ull end, ull step, long schedule, ull chunk, bool is_ordered, ull *first,
                    ull *last, uintptr_t *reductions, void **memory, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  range loop = unsigned_range (is_up, start, end, step, schedule_of (schedule, (long) chunk));
  bool is_there = start_any (loop, is_ordered, (long *) first, (long *) last, reductions, memory, site);
  rp_omp_leave ();
  return is_there;
}

bool
GOMP_loop_start (long start, long end, long step, long schedule, long chunk, long *first, long *last,
                 uintptr_t *reductions, void **memory)
{
  return start_any_signed (start, end, step, schedule, chunk, false, first, last, reductions, memory, CALLER);
}

bool
GOMP_loop_ordered_start (long start, long end, long step, long schedule, long chunk, long *first, long *last,
                         uintptr_t *reductions, void **memory)
{
  return start_any_signed (start, end, step, schedule, chunk, true, first, last, reductions, memory, CALLER);
}

bool
GOMP_loop_ull_start (bool is_up, ull start, ull end, ull step, long schedule, ull chunk, ull *first, ull *last,
                     uintptr_t *reductions, void **memory)
{
  return start_any_unsigned (is_up, start, end, step, schedule, chunk, false, first, last, reductions, memory, CALLER);
}

bool
GOMP_loop_ull_ordered_start (bool is_up, ull start, ull end, ull step, long schedule, ull chunk, ull *first, ull *last,
                             uintptr_t *reductions, void **memory)
{
  return start_any_unsigned (is_up, start, end, step, schedule, chunk, true, first, last, reductions, memory, CALLER);
}

/* ---- doacross: only the iterations of the outermost loop are dealt out ---- */

/* Does the same as start_any, for a nest of DEPTH loops. COUNTS has the number of iterations of each loop. The numbers
 * fit into a signed type, whichever type gcc uses for them. */
static bool
start_doacross (unsigned depth, const long *counts, long kind, long chunk, long *first, long *last,
                uintptr_t *reductions, void **memory, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  rp_omp_thread *thread = rp_omp_current ()->thread;
  range loop = { 0, 1, counts[0] > 0 ? (uint64_t) counts[0] : 0, schedule_of (kind, chunk), false };
  begin_loop (thread, &loop, site);
  rp_omp_doacross_expect (thread, depth, counts);
  rp_gomp_share_extras (thread, reductions, memory);
  bool is_there = first ? next (thread, first, last) : true;
  rp_omp_leave ();
  return is_there;
}

#define DOACROSS(NAME, KIND) \
  bool GOMP_loop_doacross_##NAME##_start (unsigned depth, long *counts, long chunk, long *first, \
                                          long *last) \
  { \
    return start_doacross (depth, counts, KIND, chunk, first, last, NULL, NULL, CALLER); \
  } \
  bool GOMP_loop_ull_doacross_##NAME##_start (unsigned depth, ull *counts, ull chunk, ull *first, \
                                              ull *last) \
  { \
    return start_doacross (depth, (long *) counts, KIND, (long) chunk, (long *) first, (long *) last, \
                           NULL, NULL, CALLER); \
  }

DOACROSS (static, GFS_STATIC)
DOACROSS (dynamic, GFS_DYNAMIC)
DOACROSS (guided, GFS_GUIDED)

bool
GOMP_loop_doacross_runtime_start (unsigned depth, long *counts, long *first, long *last)
{
  return start_doacross (depth, counts, GFS_RUNTIME, 0, first, last, NULL, NULL, CALLER);
}

bool
GOMP_loop_ull_doacross_runtime_start (unsigned depth, ull *counts, ull *first, ull *last)
{
  return start_doacross (depth, (long *) counts, GFS_RUNTIME, 0, (long *) first, (long *) last, NULL, NULL, CALLER);
}

bool
GOMP_loop_doacross_start (unsigned depth, long *counts, long schedule, long chunk, long *first,
                          long *last, uintptr_t *reductions, void **memory)
{
  return start_doacross (depth, counts, schedule, chunk, first, last, reductions, memory, CALLER);
}

bool
GOMP_loop_ull_doacross_start (unsigned depth, ull *counts, long schedule, ull chunk, ull *first,
                              ull *last, uintptr_t *reductions, void **memory)
{
  return start_doacross (depth, (long *) counts, schedule, (long) chunk, (long *) first, (long *) last, reductions,
                         memory, CALLER);
}

void
GOMP_doacross_post (long *vector)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_doacross_post (vector, site);
  rp_omp_leave ();
}

void
GOMP_doacross_ull_post (ull *vector)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_doacross_post ((long *) vector, site);
  rp_omp_leave ();
}

/* Functions with one argument for each loop of the nest. In a team of one the depth is 0, and the function does not
 * wait. */
#define WAIT(NAME, TYPE) \
  void NAME (TYPE first, ...) \
  { \
    uint32_t site = RP_OMP_ENTER (); \
    unsigned depth = rp_omp_doacross_depth (); \
    long *vector = rp_malloc ((depth + 1) * sizeof *vector); \
    va_list rest; \
    vector[0] = (long) first; \
    va_start (rest, first); \
    for (unsigned i = 1; i < depth; i++) \
      vector[i] = (long) va_arg (rest, TYPE); \
    va_end (rest); \
    rp_omp_doacross_wait (vector, site); \
    free (vector); \
    rp_omp_leave (); \
  }

WAIT (GOMP_doacross_wait, long)
WAIT (GOMP_doacross_ull_wait, ull)

/* ---- Fortran: compile/gcc_plugin/fortran_ends.cc ---- */

/* Called before a loop that includes its end, LAST. gcc's code for the loop is wrong if LAST is the last value
 * of the variable's type; then this function makes the verdict undecided. The type has BITS bits; IS_UP is 0 if
 * the loop counts down. The call is the plug-in's, not the program's, so the function does not use RP_OMP_ENTER:
 * see rp_omp_distribute_begin. */
void
rp_omp_iterations_until (long last, int bits, int is_up)
{
  if (last != rp_omp_last_value ((unsigned) bits, is_up))
    return;
  rp_inside_begin ();
  rp_monitor_remark (
    RP_REMARK_UNSEEN,
    "a loop ended at the last value of its variable's kind, where gcc's code leaves out "
    "iterations: these were not executed");
  rp_omp_leave ();
}

/* ---- end ---- */

static void
end_loop (bool waits, uint32_t site)
{
  rp_omp_share_leave (rp_omp_current ()->thread);
  if (waits)
    rp_omp_barrier (site);
}

void
GOMP_loop_end (void)
{
  uint32_t site = rp_omp_enter_between_units (CALLER);
  end_loop (true, site);
  rp_omp_leave ();
}

bool
GOMP_loop_end_cancel (void)
{
  uint32_t site = rp_omp_enter_between_units (CALLER);
  end_loop (false, site);
  bool is_over = rp_omp_barrier_cancel (site);
  rp_omp_leave ();
  return is_over;
}

void
GOMP_loop_end_nowait (void)
{
  uint32_t site = rp_omp_enter_between_units (CALLER);
  end_loop (false, site);
  rp_omp_leave ();
}

/* ---- combined with parallel ---- */

/* A parallel region that is combined with a loop: each thread begins the loop, and then calls RUN (DATA). */
typedef struct combined
{
  void (*run) (void *data);
  void *data;
  range loop;
  uint32_t site;
} combined;

static void
run_combined (void *argument)
{
  const combined *own = argument;
  rp_inside_begin ();
  rp_omp_coverage_data (own->data);
  begin_loop (rp_omp_current ()->thread, &own->loop, own->site);
  rp_inside_end ();
  own->run (own->data);
}

static void
parallel_loop (void (*run) (void *), void *data, unsigned threads, long start, long end, long step, long kind,
               long chunk, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  combined own = { run, data, signed_range (start, end, step, schedule_of (kind, chunk)), site };
  rp_units_body ((uintptr_t) run);
  rp_omp_coverage_combined (site, (uintptr_t) run);
  rp_omp_parallel (run_combined, &own, threads, site);
  rp_omp_leave ();
}

#define PARALLEL(NAME, KIND) \
  void GOMP_parallel_loop_##NAME (void (*run) (void *), void *data, unsigned threads, long start, \
                                  long end, long step, long chunk, unsigned flags) \
  { \
    (void) flags; \
    parallel_loop (run, data, threads, start, end, step, KIND, chunk, CALLER); \
  }

#define PARALLEL_RUNTIME(NAME) \
  void GOMP_parallel_loop_##NAME (void (*run) (void *), void *data, unsigned threads, long start, \
                                  long end, long step, unsigned flags) \
  { \
    (void) flags; \
    parallel_loop (run, data, threads, start, end, step, GFS_RUNTIME, 0, CALLER); \
  }

PARALLEL (static, GFS_STATIC)
PARALLEL (dynamic, GFS_DYNAMIC)
PARALLEL (guided, GFS_GUIDED)
PARALLEL (nonmonotonic_dynamic, GFS_DYNAMIC)
PARALLEL (nonmonotonic_guided, GFS_GUIDED)
PARALLEL_RUNTIME (runtime)
PARALLEL_RUNTIME (nonmonotonic_runtime)
PARALLEL_RUNTIME (maybe_nonmonotonic_runtime)

/* ---- combined with parallel, in two calls: gomp_start.h ---- */

/* Opens a parallel region with a loop. FRAME is the stack frame of the GOMP_ function that the program called. */
static void
start_parallel_loop (void (*run) (void *), void *data, unsigned threads, long start, long end, long step, long kind,
                     long chunk, uintptr_t frame, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  range loop = signed_range (start, end, step, schedule_of (kind, chunk));
  rp_gomp_opened *opened = rp_gomp_opened_new (run, data, frame, site);
  rp_omp_coverage_combined (site, (uintptr_t) run);
  combined *own = rp_calloc (1, sizeof *own);
  *own = (combined) { rp_gomp_opened_run, opened, loop, site };
  rp_gomp_open (opened, run_combined, own, threads);
  rp_omp_leave ();
}

#define FRAME ((uintptr_t) __builtin_frame_address (0))

#define PARALLEL_START(NAME, KIND) \
  void GOMP_parallel_loop_##NAME##_start (void (*run) (void *), void *data, unsigned threads, long start, long end, \
                                          long step, long chunk) \
  { \
    start_parallel_loop (run, data, threads, start, end, step, KIND, chunk, FRAME, CALLER); \
  }

PARALLEL_START (static, GFS_STATIC)
PARALLEL_START (dynamic, GFS_DYNAMIC)
PARALLEL_START (guided, GFS_GUIDED)

void
GOMP_parallel_loop_runtime_start (void (*run) (void *), void *data, unsigned threads, long start, long end, long step)
{
  start_parallel_loop (run, data, threads, start, end, step, GFS_RUNTIME, 0, FRAME, CALLER);
}
