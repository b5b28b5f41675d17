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
  RP_OMP_CANCEL_SHARE, /* a loop, sections */
  RP_OMP_CANCEL_TASKGROUP
} rp_omp_cancelled;

/* The running task cancels the innermost construct of kind WHAT. Returns whether the task has to leave it. */
bool rp_omp_cancel (rp_omp_cancelled what, uint32_t site);

/* A cancellation point: whether the running task has to leave the innermost construct of kind WHAT. */
bool rp_omp_leaves_cancelled (rp_omp_cancelled what);

/* Whether a new task of PARENT is discarded, since the region or taskgroup that it belongs to is cancelled. */
bool rp_omp_is_discarded (rp_omp_task *parent);

/* A barrier. Threads that have left the cancelled region do not come to it. Returns whether the region is cancelled, so
 * that the caller leaves it, too. */
bool rp_omp_barrier_cancel (uint32_t site);

#endif
