/* cancel and cancellation point [OpenMP 5.2, 16], if OMP_CANCELLATION turns them on. A task that meets cancel leaves
 * the construct.
 *   - In code that comes after the cancellation in every schedule, a new task is discarded, and a task that comes to a
 *     cancellation point leaves the construct.
 *   - All other code could have run before the cancellation in another schedule. So this code is executed here, even
 *     past cancellation points. But a task passes only a bounded number of cancellation points, because its code may
 *     be a loop that waits for the cancellation. */
#ifndef RP_INSIDE_OPENMP_CANCEL_H
#define RP_INSIDE_OPENMP_CANCEL_H

#include "inside/openmp/thread.h"

typedef enum rp_omp_cancelled
{
  RP_OMP_CANCEL_PARALLEL,
  RP_OMP_CANCEL_SHARE, /* a loop or sections */
  RP_OMP_CANCEL_TASKGROUP
} rp_omp_cancelled;

/* The running task cancels the innermost construct of kind WHAT. Returns whether the task has to leave the construct;
 * false: nothing was cancelled. */
bool rp_omp_cancel (rp_omp_cancelled what, uint32_t site);

/* Called at a cancellation point. Returns whether the running task has to leave the innermost construct of kind WHAT,
 * because this construct or the parallel region is cancelled. */
bool rp_omp_leaves_cancelled (rp_omp_cancelled what);

/* Returns whether a new child of PARENT is discarded, because the parallel region or a taskgroup around PARENT is
 * cancelled. A child that could have begun before the cancellation in another schedule is discarded only if a certain
 * number of such children have begun already. */
bool rp_omp_is_discarded (rp_omp_task *parent);

/* The running thread waits at a barrier. Threads that have left a cancelled region do not come to this barrier. Returns
 * whether the region is cancelled; then the running thread has to leave the region, too. */
bool rp_omp_barrier_cancel (uint32_t site);

#endif
