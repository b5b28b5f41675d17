/* gcc's ABI before 4.9: a parallel region in two calls. The program calls GOMP_parallel_start, which begins the
 * region. Then the program itself calls the body, as thread 0, and after that GOMP_parallel_end.
 *
 * Here the task that met the region waits for the region's threads, so this task cannot be thread 0. It changes to
 * another stack and waits there. Thread 0 leaves its own stack and goes on where GOMP_parallel_start returns. At the
 * end the task and thread 0 change back to their own stacks. */
#ifndef RP_INSIDE_OPENMP_GOMP_START_H
#define RP_INSIDE_OPENMP_GOMP_START_H

#include "inside/openmp/thread.h"

typedef struct rp_gomp_opened rp_gomp_opened;

/* Returns a new region at SITE, whose body is RUN (DATA). FRAME is the frame of the library function that the program
 * called to begin the region. */
rp_gomp_opened *rp_gomp_opened_new (void (*run) (void *), void *data, uintptr_t frame, uint32_t site);

/* Executed by each thread of the region OPENED. Thread 0 goes on where rp_gomp_open returns; others call the body. */
void rp_gomp_opened_run (void *opened);

/* Begins the region OPENED: every thread calls RUN (DATA), which is or calls rp_gomp_opened_run. THREADS is the size
 * from the clause, or 0. DATA is freed at the end of the region unless it is OPENED itself. */
void rp_gomp_open (rp_gomp_opened *opened, void (*run) (void *), void *data, unsigned threads);

#endif
