/* Functions of the C library that wait or exclude, in OpenMP programs. While a task of the program runs, a
 * call reaches raceproof's function. In raceproof itself and in other threads, it reaches the library's. */
#ifndef RP_INSIDE_OPENMP_POSIX_H
#define RP_INSIDE_OPENMP_POSIX_H

#include "inside/hook/libc_real.h"
#include "inside/openmp/thread.h"
#include "inside/system/threads.h"

#include <pthread.h>
#include <time.h>

/* Whether PC is in libgfortran. Its locks protect its own data, also from a thread of its own that does
 * asynchronous input and output. They order nothing of the program. */
bool rp_omp_is_gfortran (uintptr_t pc);

/* Only in a function that the program calls. */
static inline __attribute__ ((always_inline)) bool
rp_omp_is_ours (void)
{
  return rp_monitor_is_on () && rp_thread_is_main ()
         && !rp_omp_is_gfortran ((uintptr_t) __builtin_return_address (0));
}

/* Takes MUTEX for libgfortran, which called at PC. */
int rp_omp_gfortran_lock (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_gfortran_try_lock (pthread_mutex_t *mutex);

/* Whether libgfortran has taken MUTEX and not given it back before. It gives it back now. */
bool rp_omp_gfortran_gives_back (const pthread_mutex_t *mutex);

/* Mutexes, for a task of the program that calls at PC. Results are those of the POSIX functions. */
int rp_omp_mutex_lock (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_mutex_lock_until (pthread_mutex_t *mutex, uintptr_t pc); /* some time, which comes if it would wait for ever */
int rp_omp_mutex_try_lock (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_mutex_unlock (pthread_mutex_t *mutex, uintptr_t pc);

/* The same for condition variables. UNTIL is a time of CLOCK, or NULL. */
int rp_omp_condition_wait (pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until, uintptr_t pc);
void rp_omp_condition_signal (pthread_cond_t *condition); /* from any thread; wakes all tasks that wait */
int rp_omp_once (pthread_once_t *once, void (*run) (void), uintptr_t pc);
int rp_omp_join (pthread_t thread, void **result, uintptr_t pc);

/* The caller, at PC, waits for REASON, and lets others run. TURN counts how often it has done so. After many
 * turns, if no other thread of the program is left that could help, the caller waits for ever. */
void rp_omp_take_turn (unsigned turn, rp_wait_reason reason, uintptr_t pc);

/* A task that acquires the object comes after all tasks that released it. KIND is RP_ORDER_STORE, or 0 if the
 * object is read as well. */
void rp_omp_posix_acquire (const void *object, size_t size, bool is_write, uintptr_t pc);
void rp_omp_posix_release (const void *object, size_t size, int kind, uintptr_t pc);

#endif
