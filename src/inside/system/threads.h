/* Threads that the program starts beside its tasks, and the main thread's own variables.
 *
 * The verifier checks tasks, which run on the main thread. Other threads run as they would without us. Nothing they do
 * is checked, and the report says so. Threads that only execute code of libraries, such as MPI's, do not matter. */
#ifndef RP_INSIDE_SYSTEM_THREADS_H
#define RP_INSIDE_SYSTEM_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern __thread bool rp_thread_main_mark __attribute__ ((tls_model ("initial-exec")));

/* These functions mark the caller's thread-local storage as the main thread's. The main thread calls
 * rp_threads_start once, at the start. Each thread that lends its storage to the main thread
 * (inside/openmp/storage.c) calls rp_thread_lends_storage. */
void rp_threads_start (void);
void rp_thread_lends_storage (void);

static inline bool
rp_thread_is_main (void)
{
  return rp_thread_main_mark;
}

/* Called when another thread enters a function that raceproof cc has compiled, or is started with a function of the
 * program. */
void rp_thread_runs_code (void);
bool rp_threads_ran_code (void); /* whether rp_thread_runs_code was called */

/* Returns how many threads of the process are neither the main thread nor threads of the verifier. */
unsigned rp_threads_others (void);

/* The main thread calls this repeatedly while no task can go on. If the program has other threads, one of them may
 * still release a task: then the function sleeps a little and returns true. Otherwise it returns false. */
bool rp_threads_wait (void);

/* For signal handlers: returns whether the main thread is in rp_threads_wait, where the verifier's
 * data are consistent. */
bool rp_threads_is_waiting (void);

/* Stores the range of the calling thread's thread-local variables, those of the program and of the libraries it was
 * started with: *LOW <= address < *HIGH. Libraries that dlopen adds later may have their variables elsewhere. */
void rp_tls_range (uintptr_t *low, uintptr_t *high);

/* Stores where the thread-local variables of the program itself begin, as an offset from the thread pointer, and how
 * many bytes they take. */
void rp_tls_own (intptr_t *offset, size_t *size);

#endif
