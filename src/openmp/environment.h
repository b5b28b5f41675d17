/* Environment variables of OpenMP [OpenMP 5.2, 21]. */
#ifndef RP_OPENMP_ENVIRONMENT_H
#define RP_OPENMP_ENVIRONMENT_H

#include "openmp/thread.h"

void rp_omp_environment_read (rp_omp_settings *settings);

/* Threads of a region at LEVEL that says nothing of its own. At least two: one thread alone has no
 * races, and the verdict is not for a machine with one processor. */
unsigned rp_omp_environment_threads (unsigned level);

/* OMP_NUM_THREADS says how many. */
bool rp_omp_environment_has_threads (void);

/* Whether static loops count as they are dealt out (loops=as-scheduled), not as any schedule could. */
bool rp_omp_loops_as_scheduled (void);

/* Whether cancel constructs do something: OMP_CANCELLATION. */
bool rp_omp_environment_cancels (void);

/* For the stack of a thread or task: OMP_STACKSIZE. */
size_t rp_omp_stack_bytes (void);

#endif
