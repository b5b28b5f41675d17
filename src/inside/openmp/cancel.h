/* cancel and cancellation point [OpenMP 5.2, 11.6], if OMP_CANCELLATION turns them on. A task that meets
 * cancel leaves the construct. Code that comes after the cancellation in every schedule is not executed: a
 * task that is created then is discarded, and at a cancellation point the task leaves the construct. Any
 * other code may have been faster in another schedule. So it is executed, even past cancellation points, but
 * not for ever. */
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

/* Returns whether a new task of PARENT is discarded, because the region or a taskgroup around it is cancelled. */
bool rp_omp_is_discarded (rp_omp_task *parent);

/* The running thread waits at a barrier that threads which left a cancelled region do not come to. Returns whether the
 * region is cancelled; then the caller leaves it, too. */
bool rp_omp_barrier_cancel (uint32_t site);

#endif
