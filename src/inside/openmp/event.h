/* Events of detached tasks [OpenMP 5.2, 12.5.2, 18.11.1]. */
#ifndef RP_INSIDE_OPENMP_EVENT_H
#define RP_INSIDE_OPENMP_EVENT_H

#include "inside/openmp/thread.h"

/* Returns a new event, for the task that is created at SITE. */
rp_promise *rp_omp_event_new (uint32_t site);

/* Stands for omp_fulfill_event in signal handlers and in threads that the program started itself. Leaves a note about
 * EVENT; the main thread fulfils EVENT when it next reads the notes (event.c). Any thread may call this. */
void rp_omp_event_from_outside (uintptr_t event);

/* The running task waits until EVENT is fulfilled. */
void rp_omp_event_wait (rp_promise *event, uint32_t site);

#endif
