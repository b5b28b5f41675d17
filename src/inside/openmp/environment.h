/* Environment variables of OpenMP [OpenMP 5.2, 21]. */
#ifndef RP_INSIDE_OPENMP_ENVIRONMENT_H
#define RP_INSIDE_OPENMP_ENVIRONMENT_H

#include "inside/openmp/thread.h"

void rp_omp_environment_read (rp_omp_settings *settings);

/* The number of threads for a region at LEVEL without a num_threads clause. It is at least two: one thread
 * alone has no races, and the verdict is not for a machine with one processor. */
unsigned rp_omp_environment_threads (unsigned level);

/* OMP_NUM_THREADS says how many. */
bool rp_omp_environment_has_threads (void);

/* How iterations of loops are judged: the option `loops`. See schedule.h. */
typedef enum rp_omp_loops
{
  RP_OMP_LOOPS_AS_WRITTEN,   /* schedule clauses order what they guarantee */
  RP_OMP_LOOPS_AS_SCHEDULED, /* loops without such a clause count as static, too */
  RP_OMP_LOOPS_ANY           /* each iteration for itself */
} rp_omp_loops;

rp_omp_loops rp_omp_loops_option (void);
const char *rp_omp_loops_name (void);

/* OMP_AFFINITY_FORMAT; else that of gcc's library. */
const char *rp_omp_environment_affinity_format (void);

/* Whether cancel constructs do something: OMP_CANCELLATION. */
bool rp_omp_environment_cancels (void);

/* For the stack of a thread or task: OMP_STACKSIZE. */
size_t rp_omp_stack_bytes (void);

#endif
