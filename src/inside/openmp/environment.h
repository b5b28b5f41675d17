/* Environment variables of OpenMP [OpenMP 5.2, 21]. */
#ifndef RP_INSIDE_OPENMP_ENVIRONMENT_H
#define RP_INSIDE_OPENMP_ENVIRONMENT_H

#include "inside/openmp/thread.h"

/* Reads the variables. Stores in SETTINGS the values that tasks inherit; the functions below return the rest. */
void rp_omp_environment_read (rp_omp_settings *settings);

/* Returns the number of threads for a region without a num_threads clause, inside LEVEL other regions. The number is at
 * least two: one thread alone has no races, and the verdict is to hold for machines with more processors, too. */
unsigned rp_omp_environment_threads (unsigned level);

/* Returns whether OMP_NUM_THREADS gives a number of threads. */
bool rp_omp_environment_has_threads (void);

/* How iterations of loops are judged: the option `loops`. See schedule.h. */
typedef enum rp_omp_loops
{
  RP_OMP_LOOPS_AS_WRITTEN,   /* iterations count as ordered where a schedule clause guarantees it */
  RP_OMP_LOOPS_AS_SCHEDULED, /* loops without a schedule clause count as static, too */
  RP_OMP_LOOPS_ANY           /* each iteration is compared as a task of its own */
} rp_omp_loops;

rp_omp_loops rp_omp_loops_option (void);
const char *rp_omp_loops_name (void);

/* Returns OMP_AFFINITY_FORMAT, or else the default format of gcc's library. */
const char *rp_omp_environment_affinity_format (void);

/* Returns whether OMP_CANCELLATION turns cancel constructs on. */
bool rp_omp_environment_cancels (void);

/* Returns the size of the stack of a thread or task, from OMP_STACKSIZE. */
size_t rp_omp_stack_bytes (void);

#endif
