/* Schedules of worksharing loops [OpenMP 5.2, 11.5.3]: which iterations each thread executes, and
 * which of them the specification orders.
 *
 *   S1. Every loop is executed as its schedule says. static: one block for each thread, or chunks in turn by
 *       thread number. dynamic: whole chunks, in turn; the specification does not say which thread gets which.
 *       guided: as dynamic, with chunks that become smaller. A loop without a schedule clause is static here,
 *       as with gcc and clang.
 *   S2. The grain of a loop says which iterations are compared as one. A schedule clause guarantees an order of the
 *       iterations that it gives to one thread (static), or that are in one chunk (dynamic). The specification leaves
 *       everything else open, so then each iteration is a task of its own.
 *
 *   schedule clause           grain with loops=as-written    loops=as-scheduled   loops=any
 *   static, static,c          thread                         thread               iteration
 *   none, auto                iteration                      thread               iteration
 *   dynamic,c                 chunk                          chunk                iteration
 *   guided                    iteration                      iteration            iteration
 *   any, order(concurrent)    iteration                      iteration            iteration
 *
 * Take two loops in one region with no barrier in between. The iterations that a thread executes in both are in order
 * if the specification determines which iterations the thread gets: in schedule(static) loops with the same number of
 * iterations, and in schedule(static, c) loops, where the thread's number decides. A thread's iterations of any other
 * static loop are a task of their own: reproducible.h. For loops with `simd` and no chunk size the specification
 * promises nothing, not even for two equal loops [OpenMP 5.1, 2.11.4]. If a schedule clause has the modifier `simd`
 * and a chunk size, chunks are larger than the program says, by an unknown number. So in such a loop each iteration
 * is a task of its own.
 *
 *   S3. order(reproducible:concurrent) orders nothing inside a loop. But take two such loops that bind to the same
 *       region, with the same schedule and the same number of iterations, both with `simd` or both without. Iteration
 *       i of the first loop comes before iteration i of the second [OpenMP 5.2, 4.4.5]: reproducible.h. With
 *       loops=any, this order does not count.
 *
 * The grain of static loops is exact for the size of the team at hand. In a team of another size, a thread would have
 * other iterations. The report says so. */
#ifndef RP_INSIDE_OPENMP_SCHEDULE_H
#define RP_INSIDE_OPENMP_SCHEDULE_H

#include "core/event/schedule_mark.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum rp_omp_schedule_kind
{
  RP_OMP_STATIC,
  RP_OMP_DYNAMIC,
  RP_OMP_GUIDED
} rp_omp_schedule_kind;

typedef struct rp_omp_schedule
{
  rp_omp_schedule_kind kind;
  uint64_t chunk;     /* 0: the program gives no chunk size */
  bool is_unsaid;     /* the program leaves the kind to the implementation */
  bool is_unclear;    /* is_unsaid may be wrong: it is not known whether there is a clause */
  bool is_concurrent; /* order(concurrent) */
  bool is_runtime;    /* schedule(runtime): kind and chunk are still to be looked up */
  bool is_reproducible; /* order(reproducible:concurrent) */
  bool is_simd;         /* the construct has `simd` */
  bool has_simd_chunks; /* the clause is schedule(simd: ..., chunk) */
  bool has_copies;    /* gcc: the loop has lastprivate or linear variables; known only with dynamic and runtime */
  bool counts_down;   /* the loop counts down, and its step may have lost its sign: rp_omp_schedule_step */
  unsigned
    bits; /* Fortran: of the loop's variable, if the end may have overflowed: rp_omp_schedule_overflows; or 0 */
} rp_omp_schedule;

typedef enum rp_omp_grain
{
  RP_OMP_BY_ITERATION,
  RP_OMP_BY_CHUNK,
  RP_OMP_BY_THREAD
} rp_omp_grain;

/* Returns the schedule that the program wrote. KIND and CHUNK are those of the compiler's call of the library. If CHUNK
 * has a mark, the mark says what the program wrote: core/event/schedule_mark.h. */
rp_omp_schedule rp_omp_schedule_of (rp_omp_schedule_kind kind, long chunk);

/* Returns the grain by S2, for the option `loops` of this run. */
rp_omp_grain rp_omp_schedule_grain (const rp_omp_schedule *schedule);

/* Returns the step that the program means, if gcc passes STEP. gcc 12 widens the step of a loop over a narrow unsigned
 * variable without its sign: for `for (unsigned i = 9; i > 0; i--)` gcc passes 4294967295. Where gcc counts the
 * iterations itself, because loops are collapsed or the step is a variable, STEP is 1. */
long rp_omp_schedule_step (const rp_omp_schedule *schedule, long step);

/* Returns the largest value of a signed type of BITS bits, or, if not IS_UP, the smallest. */
long rp_omp_last_value (unsigned bits, bool is_up);

/* Returns whether END, which gcc passes, overflowed: the loop includes the last value of its variable's type
 * (core/event/schedule_mark.h). */
bool rp_omp_schedule_overflows (const rp_omp_schedule *schedule, long end, long step);

/* Returns the number of iterations of a loop whose end overflowed. */
uint64_t rp_omp_schedule_count_to_last (const rp_omp_schedule *schedule, long start, long step);

/* A thread's position in the sequence of its pieces; all zero at the beginning of the loop. */
typedef struct rp_omp_pieces
{
  uint64_t taken; /* pieces that the thread has got */
  uint64_t chunk_number,
    first; /* guided: the number of a chunk, and its first iteration; the search for the next chunk begins there */
} rp_omp_pieces;

/* Finds the next piece of a loop of COUNT iterations for thread NUMBER of SIZE: from iteration *FIRST up to,
 * but not including, *LAST. Returns false if the thread gets no more pieces. */
bool rp_omp_schedule_next (const rp_omp_schedule *schedule, uint64_t count, unsigned number,
                           unsigned size, rp_omp_pieces *pieces, uint64_t *first, uint64_t *last);

/* Stores the block of the COUNT iterations that a static schedule without a chunk size gives to thread NUMBER of SIZE:
 * from iteration *FIRST up to, but not including, *LAST. */
void rp_omp_schedule_block (uint64_t count, unsigned number, unsigned size, uint64_t *first,
                            uint64_t *last);

#endif
