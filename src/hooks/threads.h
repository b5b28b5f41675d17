/* Threads that the program starts beside its tasks, and the main thread's own variables.
 *
 * The model is of tasks on one thread. Other threads run as they would without us, but nothing they
 * do is checked, and a warning says so. */
#ifndef RP_HOOKS_THREADS_H
#define RP_HOOKS_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern __thread bool rp_thread_main_mark __attribute__ ((tls_model ("initial-exec")));

/* Makes the caller the main thread: call it once, at the start. */
void rp_threads_start (void);

static inline bool
rp_thread_is_main (void)
{
  return rp_thread_main_mark;
}

/* The calling thread's thread-local variables, those of the program and of the libraries it was
 * started with: LOW <= address < HIGH. Libraries that dlopen adds later may have theirs elsewhere.
 */
void rp_tls_range (uintptr_t *low, uintptr_t *high);

/* Those of the program itself: where they begin, from the thread pointer, and how many bytes. */
void rp_tls_own (intptr_t *offset, size_t *size);

#endif
