/* gcc's loops in threads that the program starts itself. `raceproof cc` makes gcc ask for the iterations of every loop
 * by the functions for dynamic loops. The schedule that the program wrote is in the mark of the chunk size
 * (core/event/schedule_mark.h). libgomp has functions that get the schedule as a number, and functions for
 * schedule(runtime) that ask for the next iterations of a loop with any schedule. With these, libgomp executes each
 * loop as it was written: a static loop stays static. */
#include "inside/openmp/other_threads.h"
#include "inside/openmp/schedule.h"

#include <string.h>

typedef unsigned long long ull;

/* Kinds of schedules, with the numbers that gcc passes to its library. Other bits of the number are modifiers. */
enum
{
  GFS_RUNTIME,
  GFS_STATIC,
  GFS_DYNAMIC,
  GFS_GUIDED
};

typedef struct plain
{
  long kind, chunk;
} plain;

static bool
is_marked (long chunk)
{
  return ((uint64_t) chunk & RP_SCHEDULE_MARK_MASK) == RP_SCHEDULE_MARK;
}

/* Returns the schedule that the program wrote, if gcc passes KIND and CHUNK. */
static plain
plain_of (long kind, long chunk)
{
  if (!is_marked (chunk))
    return (plain) { kind, chunk };
  rp_omp_schedule schedule = rp_omp_schedule_of (RP_OMP_DYNAMIC, chunk);
  if (schedule.is_runtime)
    return (plain) { GFS_RUNTIME, 0 };
  bool is_static = schedule.kind == RP_OMP_STATIC;
  return (plain) { is_static                          ? GFS_STATIC
                   : schedule.kind == RP_OMP_DYNAMIC ? GFS_DYNAMIC
                                                     : GFS_GUIDED,
                   is_static || schedule.chunk ? (long) schedule.chunk : 1 };
}

/* Returns the step that the program means. For an unsigned loop that counts down, gcc passes a large number as STEP;
 * the mark in CHUNK says that the loop counts down (rp_omp_schedule_step). */
static long
plain_step (long step, long chunk)
{
  rp_omp_schedule schedule = rp_omp_schedule_of (RP_OMP_DYNAMIC, chunk);
  return rp_omp_schedule_step (&schedule, step);
}

/* Returns plain_of (KIND, CHUNK). If *STOP overflowed (rp_omp_schedule_overflows), puts *STOP right and returns
 * a schedule that gives out single iterations, for the reason that gomp_loop.c gives (next). Behind the last
 * value of a type of 64 bits there is no number: then *STOP stays, and the loop has no iterations. */
static plain
plain_until (long start, long *stop, long step, long kind, long chunk)
{
  rp_omp_schedule schedule = rp_omp_schedule_of (RP_OMP_DYNAMIC, chunk);
  if (!rp_omp_schedule_overflows (&schedule, *stop, step) || schedule.bits == 64)
    return plain_of (kind, chunk);
  *stop = start + (long) rp_omp_schedule_count_to_last (&schedule, start, step) * step;
  return (plain) { GFS_DYNAMIC, 1 };
}

/* ---- loops, and ordered loops ---- */

#define ANY(NAME) \
  static bool NAME (long start, long stop, long step, long kind, long chunk, long *first, \
                    long *last, uintptr_t *reductions, void **memory) \
  { \
    plain loop = plain_until (start, &stop, step, kind, chunk); \
    return RP_IN_LIBRARY (GOMP_##NAME, NAME) (start, stop, plain_step (step, chunk), loop.kind, \
                                              loop.chunk, first, last, reductions, memory); \
  }

#define ANY_ULL(NAME) \
  static bool NAME (bool up, ull start, ull stop, ull step, long kind, ull chunk, ull *first, ull *last, \
                    uintptr_t *reductions, void **memory) \
  { \
    plain loop = plain_of (kind, (long) chunk); \
    return RP_IN_LIBRARY (GOMP_##NAME, NAME) (up, start, stop, step, loop.kind, (ull) loop.chunk, first, last, reductions, \
                                              memory); \
  }

ANY (loop_start)
ANY (loop_ordered_start)
ANY_ULL (loop_ull_start)
ANY_ULL (loop_ull_ordered_start)

#define STARTS(NAME, KIND, START) \
  static bool NAME (long start, long stop, long step, long chunk, long *first, long *last) \
  { \
    return loop_##START (start, stop, step, KIND, chunk, first, last, NULL, NULL); \
  } \
  static bool ull_##NAME (bool up, ull start, ull stop, ull step, ull chunk, ull *first, ull *last) \
  { \
    return loop_ull_##START (up, start, stop, step, KIND, chunk, first, last, NULL, NULL); \
  }

STARTS (dynamic, GFS_DYNAMIC, start)
STARTS (guided, GFS_GUIDED, start)
STARTS (ordered_dynamic, GFS_DYNAMIC, ordered_start)
STARTS (ordered_guided, GFS_GUIDED, ordered_start)

/* ---- doacross loops ---- */

#define DOACROSS(NAME, TYPE) \
  static bool NAME##_start (unsigned depth, TYPE *counts, long kind, TYPE chunk, TYPE *first, TYPE *last, \
                            uintptr_t *reductions, void **memory) \
  { \
    plain loop = plain_of (kind, (long) chunk); \
    return RP_IN_LIBRARY (GOMP_loop_##NAME##_start, NAME##_start) (depth, counts, loop.kind, (TYPE) loop.chunk, first, \
                                                                   last, reductions, memory); \
  } \
  static bool NAME##_dynamic (unsigned depth, TYPE *counts, TYPE chunk, TYPE *first, TYPE *last) \
  { \
    return NAME##_start (depth, counts, GFS_DYNAMIC, chunk, first, last, NULL, NULL); \
  } \
  static bool NAME##_guided (unsigned depth, TYPE *counts, TYPE chunk, TYPE *first, TYPE *last) \
  { \
    return NAME##_start (depth, counts, GFS_GUIDED, chunk, first, last, NULL, NULL); \
  }

DOACROSS (doacross, long)
DOACROSS (ull_doacross, ull)

/* ---- the next iterations ---- */

#define NEXT(NAME, TYPE) \
  static bool NAME##_next (TYPE *first, TYPE *last) \
  { \
    return RP_IN_LIBRARY (GOMP_loop_##NAME##_next, NAME##_next) (first, last); \
  }

NEXT (runtime, long)
NEXT (ordered_runtime, long)
NEXT (ull_runtime, ull)
NEXT (ull_ordered_runtime, ull)

/* ---- parallel loops ---- */

typedef void body (void *data);
typedef void parallel_runtime (body *run, void *data, unsigned threads, long start, long stop, long step, unsigned flags);

static void
parallel_loop (long kind, body *run, void *data, unsigned threads, long start, long stop, long step, long chunk,
               unsigned flags);

#define PARALLEL(NAME, KIND) \
  static void parallel_##NAME (body *run, void *data, unsigned threads, long start, long stop, long step, long chunk, \
                               unsigned flags) \
  { \
    parallel_loop (KIND, run, data, threads, start, stop, step, chunk, flags); \
  }

PARALLEL (dynamic, GFS_DYNAMIC)
PARALLEL (guided, GFS_GUIDED)

static void
parallel_loop (long kind, body *run, void *data, unsigned threads, long start, long stop, long step, long chunk,
               unsigned flags)
{
  plain loop = plain_until (start, &stop, step, kind, chunk);
  step = plain_step (step, chunk);
  if (loop.kind == GFS_RUNTIME)
    RP_IN_LIBRARY (GOMP_parallel_loop_runtime, parallel_runtime) (run, data, threads, start, stop, step, flags);
  else if (loop.kind == GFS_STATIC)
    RP_IN_LIBRARY (GOMP_parallel_loop_static, parallel_dynamic) (run, data, threads, start, stop, step, loop.chunk, flags);
  else if (loop.kind == GFS_GUIDED)
    RP_IN_LIBRARY (GOMP_parallel_loop_guided, parallel_dynamic) (run, data, threads, start, stop, step, loop.chunk, flags);
  else
    RP_IN_LIBRARY (GOMP_parallel_loop_dynamic, parallel_dynamic) (run, data, threads, start, stop, step, loop.chunk, flags);
}

/* ---- ---- */

typedef struct row
{
  const char *name;
  void *function;
} row;

#define ROW(NAME, FUNCTION) { "GOMP_" #NAME, (void *) FUNCTION }
#define ROWS(PREFIX, NAME) \
  ROW (PREFIX##_##NAME##_start, NAME), ROW (PREFIX##_ull_##NAME##_start, ull_##NAME), \
    ROW (PREFIX##_nonmonotonic_##NAME##_start, NAME), ROW (PREFIX##_ull_nonmonotonic_##NAME##_start, ull_##NAME), \
    ROW (PREFIX##_ordered_##NAME##_start, ordered_##NAME), ROW (PREFIX##_ull_ordered_##NAME##_start, ull_ordered_##NAME), \
    ROW (PREFIX##_doacross_##NAME##_start, doacross_##NAME), \
    ROW (PREFIX##_ull_doacross_##NAME##_start, ull_doacross_##NAME), ROW (PREFIX##_##NAME##_next, runtime_next), \
    ROW (PREFIX##_ull_##NAME##_next, ull_runtime_next), ROW (PREFIX##_nonmonotonic_##NAME##_next, runtime_next), \
    ROW (PREFIX##_ull_nonmonotonic_##NAME##_next, ull_runtime_next), \
    ROW (PREFIX##_ordered_##NAME##_next, ordered_runtime_next), \
    ROW (PREFIX##_ull_ordered_##NAME##_next, ull_ordered_runtime_next), \
    ROW (parallel_loop_##NAME, parallel_##NAME), ROW (parallel_loop_nonmonotonic_##NAME, parallel_##NAME)

static const row rows[] = {
  ROWS (loop, dynamic),
  ROWS (loop, guided),
  ROW (loop_start, loop_start),
  ROW (loop_ordered_start, loop_ordered_start),
  ROW (loop_doacross_start, doacross_start),
  ROW (loop_ull_start, loop_ull_start),
  ROW (loop_ull_ordered_start, loop_ull_ordered_start),
  ROW (loop_ull_doacross_start, ull_doacross_start),
};

void *
rp_other_threads_loop_function (const char *name)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp (rows[i].name, name))
      return rows[i].function;
  return NULL;
}
