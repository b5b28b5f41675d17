/* cancel and cancellation point [OpenMP 5.2, 16], if OMP_CANCELLATION turns them on. A task that meets cancel leaves
 * the construct.
 *   - Code that comes after the cancellation in every schedule is not executed. A task that is created there is
 *     discarded. At a cancellation point there, the task leaves the construct.
 *   - In another schedule, any other code could have run before the cancellation. So it is executed here, even past
 *     cancellation points. But it passes only a bounded number of them, because it may be a loop that waits for
 *     the cancellation. */
#ifndef RP_INSIDE_OPENMP_CANCEL_H
#define RP_INSIDE_OPENMP_CANCEL_H

#include "inside/openmp/thread.h"

typedef enum rp_omp_cancelled
{
  RP_OMP_CANCEL_PARALLEL,
  RP_OMP_CANCEL_SHARE, /* a loop or sections */
  RP_OMP_CANCEL_TASKGROUP
} rp_omp_cancelled;

/* The running task cancels the innermost construct of kind WHAT. Returns whether the task has to leave it. */
bool rp_omp_cancel (rp_omp_cancelled what, uint32_t site);

/* The running task is at a cancellation point. Returns whether it has to leave the innermost construct of kind WHAT. */
bool rp_omp_leaves_cancelled (rp_omp_cancelled what);

/* Returns whether a new task of PARENT is discarded, because the region or a taskgroup around it is cancelled.
 * Counts the tasks that began late but were not discarded; their number is bounded. */
bool rp_omp_is_discarded (rp_omp_task *parent);

/* The running thread waits at a barrier. Threads that have left a cancelled region do not come to this barrier. Returns
 * whether the region is cancelled; then the caller leaves it, too. */
bool rp_omp_barrier_cancel (uint32_t site);

#endif
