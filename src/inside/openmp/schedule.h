/* Schedules of worksharing loops [OpenMP 5.2, 11.5.3]: which iterations each thread executes, and
 * which of them the specification orders.
 *
 *   S1. Every loop is executed as its schedule says. static: one block for each thread, or chunks in turn by
 *       thread number. dynamic: whole chunks, dealt out in turn; the specification leaves open to whom.
 *       guided: the same, with chunks that become smaller. A loop without a schedule clause is static here,
 *       as with gcc and clang.
 *   S2. How a loop is judged is its grain. A schedule clause guarantees an order of the iterations that it
 *       gives to one thread (static), or that are in one chunk (dynamic). The specification leaves everything
 *       else open, so then each iteration is a task of its own.
 *
 *   schedule clause           grain with loops=as-written    loops=as-scheduled   loops=any
 *   static, static,c          thread                         thread               iteration
 *   none, auto                iteration                      thread               iteration
 *   dynamic,c                 chunk                          chunk                iteration
 *   guided                    iteration                      iteration            iteration
 *   any, order(concurrent)    iteration                      iteration            iteration
 *
 * Take two loops in one region with no barrier in between. The iterations that a thread executes in both are
 * in order if the specification determines which ones it gets: in schedule(static) loops with the same number
 * of iterations, and in schedule(static, c) loops, where the thread's number decides. A thread's iterations
 * of any other static loop are a task of their own: reproducible.h. For loops with `simd` and no chunk size
 * the specification promises nothing, not even for two equal ones [OpenMP 5.1, 2.11.4]. With the modifier
 * `simd` chunks are larger than the program says, by an unknown number: each iteration is a task of its own.
 *
 *   S3. order(reproducible:concurrent) orders nothing inside a loop. But of two such loops with the same
 *       schedule and the same number of iterations, both with `simd` or both without, that bind to the same
 *       region, iteration i of the first comes before iteration i of the second [OpenMP 5.2, 4.4.5]:
 *       reproducible.h. Not with loops=any.
 *
 * The grain of static loops is exact for the size of the team at hand; with another size other
 * iterations belong to one thread. The report says so. */
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
  uint64_t chunk;     /* 0: the program gives none */
  bool is_unsaid;     /* the program leaves the kind to the implementation */
  bool is_unclear;    /* then: perhaps; it is not known whether there is a clause */
  bool is_concurrent; /* order(concurrent) */
  bool is_runtime;    /* schedule(runtime): kind and chunk are still to be looked up */
  bool is_reproducible; /* order(reproducible:concurrent) */
  bool is_simd;         /* of a construct with `simd` */
  bool has_simd_chunks; /* then: schedule(simd: ..., chunk) */
  bool has_copies;    /* gcc: lastprivate or linear variables; told of loops that are not static */
  bool counts_down;   /* the loop does, and its step may have lost its sign: rp_omp_schedule_step */
} rp_omp_schedule;

typedef enum rp_omp_grain
{
  RP_OMP_BY_ITERATION,
  RP_OMP_BY_CHUNK,
  RP_OMP_BY_THREAD
} rp_omp_grain;

/* KIND and CHUNK as the compiler gave them, by the name of the function that it called. CHUNK may have a mark:
 * core/event/schedule_mark.h. */
rp_omp_schedule rp_omp_schedule_of (rp_omp_schedule_kind kind, long chunk);

rp_omp_grain rp_omp_schedule_grain (const rp_omp_schedule *schedule);

/* gcc 12 widens the step of a loop over a narrow unsigned variable without its sign: of `for
 * (unsigned i = 9; i > 0; i--)` it is 4294967295. Returns the step that the program means. Where gcc counts the
 * iterations itself, because loops are
 * collapsed or the step is a variable, the step is 1. */
long rp_omp_schedule_step (const rp_omp_schedule *schedule, long step);

/* A thread's position in the sequence of its pieces; all zero at the beginning of the loop. */
typedef struct rp_omp_pieces
{
  uint64_t taken; /* pieces that the thread has got */
  uint64_t chunk_number,
    first; /* guided: a chunk of the loop that the thread knows, and where it begins */
} rp_omp_pieces;

/* Finds the next piece of a loop of COUNT iterations for thread NUMBER of SIZE: from iteration FIRST up to,
 * but not including, LAST. Returns false if the thread gets no more. */
bool rp_omp_schedule_next (const rp_omp_schedule *schedule, uint64_t count, unsigned number,
                           unsigned size, rp_omp_pieces *pieces, uint64_t *first, uint64_t *last);

/* The block of the COUNT iterations that a static schedule without a chunk size gives to thread NUMBER of
 * SIZE. */
void rp_omp_schedule_block (uint64_t count, unsigned number, unsigned size, uint64_t *first,
                            uint64_t *last);

#endif
