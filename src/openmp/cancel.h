/* cancel and cancellation point [OpenMP 5.2, 11.6], where OMP_CANCELLATION turns them on. Who meets cancel leaves the
 * construct. What comes after that in every schedule is not executed: a task that is created then is discarded, and a
 * cancellation point is where the construct is left. Anything else may have been faster in another schedule, so it is
 * executed, past cancellation points, too; but not for ever. */
#ifndef RP_OPENMP_CANCEL_H
#define RP_OPENMP_CANCEL_H

#include "openmp/thread.h"

typedef enum rp_omp_cancelled
{
  RP_OMP_CANCEL_PARALLEL,
  RP_OMP_CANCEL_SHARE, /* a loop, sections */
  RP_OMP_CANCEL_TASKGROUP
} rp_omp_cancelled;

/* The running task cancels the innermost such construct. Returns whether it is to leave it. */
bool rp_omp_cancel (rp_omp_cancelled what, uint32_t site);

/* A cancellation point: whether the running task is to leave it. */
bool rp_omp_leaves_cancelled (rp_omp_cancelled what);

/* Whether a task that PARENT creates is discarded: it has not begun, and belongs to something cancelled. */
bool rp_omp_is_discarded (rp_omp_task *parent);

/* A barrier that those do not come to who cancelled the region. Returns whether it is to be left. */
bool rp_omp_barrier_cancel (uint32_t site);

#endif
