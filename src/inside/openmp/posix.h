/* Functions of the C library that wait or exclude, in OpenMP programs. A call by a task of the program is handled by
 * raceproof's function. A call by raceproof itself, or by another thread, is passed on to the function of the C
 * library. */
#ifndef RP_INSIDE_OPENMP_POSIX_H
#define RP_INSIDE_OPENMP_POSIX_H

#include "inside/hook/libc_real.h"
#include "inside/openmp/thread.h"
#include "inside/system/threads.h"

#include <pthread.h>
#include <time.h>

/* Returns whether PC is in libgfortran. libgfortran's locks protect data of libgfortran, from other tasks and from
 * the thread that libgfortran starts for asynchronous input and output. These locks order nothing of the
 * program. */
bool rp_omp_is_gfortran (uintptr_t pc);

/* Returns whether raceproof's function handles the call: a task of the program makes it, not libgfortran. Looks at
 * the return address of the function that uses rp_omp_is_ours. If this is not the function that the program or
 * libgfortran calls, a call by libgfortran counts as the program's. */
static inline __attribute__ ((always_inline)) bool
rp_omp_is_ours (void)
{
  return rp_monitor_is_on () && rp_thread_is_main ()
         && !rp_omp_is_gfortran ((uintptr_t) __builtin_return_address (0));
}

/* Take MUTEX, or try to, for libgfortran, which called at PC. Results are those of the POSIX functions. */
int rp_omp_gfortran_lock (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_gfortran_try_lock (pthread_mutex_t *mutex);

/* Called when MUTEX is unlocked. If this is the main thread, and libgfortran has taken MUTEX in it, forgets that
 * and returns true. Otherwise returns false. */
bool rp_omp_gfortran_gives_back (const pthread_mutex_t *mutex);

/* Mutexes, for a task of the program that calls at PC. Results are those of the POSIX functions.
 * rp_omp_mutex_lock_until is for locking with a time limit, which is reached only if the task waits for itself. */
int rp_omp_mutex_lock (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_mutex_lock_until (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_mutex_try_lock (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_mutex_unlock (pthread_mutex_t *mutex, uintptr_t pc);

/* The lock at the address LOCK is initialised or destroyed. From now on another lock is there, unless a task holds the
 * lock. */
void rp_omp_lock_is_other (const void *lock);

/* Other functions that wait, for a task of the program that calls at PC. Results are those of the POSIX functions.
 * UNTIL is a time of CLOCK, or NULL for no limit. */
int rp_omp_condition_wait (pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until, uintptr_t pc);
void rp_omp_condition_signal (pthread_cond_t *condition); /* wakes all waiting tasks; any thread may call this */
int rp_omp_once (pthread_once_t *once, void (*run) (void), uintptr_t pc);
int rp_omp_join (pthread_t thread, void **result, uintptr_t pc);

/* The turns of one wait. All members from COUNT on are zero at first. */
typedef struct rp_omp_turns
{
  bool is_limited;    /* the wait has a time limit, or another process may end it */
  bool is_for_thread; /* only another thread of the program can end the wait */
  unsigned count;
  unsigned quiet;  /* turns in a row in which no task did anything but wait */
  unsigned alone;  /* turns in a row in which only another thread could end the wait, but there was none */
  uint64_t events; /* how much tasks had done at the last turn: a number that only grows */
} rp_omp_turns;

/* The running task, which called at PC, waits for REASON; TURNS belongs to this wait. Lets other tasks run once. If
 * neither a task nor another thread of the program is left that could end the wait, the task waits for ever. In
 * exploration, ends the program: such waits are not supported. */
void rp_omp_take_turn (rp_omp_turns *turns, rp_wait_reason reason, uintptr_t pc);

/* Returns a number that grows when a task does anything but wait. */
uint64_t rp_omp_events (void);

/* The running task has called at PC. If other tasks can run, rp_omp_yield lets them run and returns true.
 * Otherwise it returns false; then the caller calls the real function. rp_omp_idle does the same for a task that
 * waits: rp_omp_events does not count the turn. */
bool rp_omp_yield (uintptr_t pc);
bool rp_omp_idle (uintptr_t pc);

/* posix_file.c: front.h says what these do. */
void rp_omp_before_input (int file, bool waits, uintptr_t pc);
void rp_omp_after_input (int file, uintptr_t pc);
size_t rp_omp_before_output (int file, size_t size, bool waits, uintptr_t pc);
bool rp_omp_is_pipe (int file);
void rp_omp_before_close (int file, uintptr_t pc);
void rp_omp_after_pair (const int ends[2]);

/* The running task acquires or releases the object of SIZE bytes, at PC. A task that acquires an object comes after all
 * tasks that released it. IS_WRITE: acquiring changes the object. KIND is RP_ORDER_STORE if releasing only writes the
 * object, or 0 if it reads the object as well. */
void rp_omp_posix_acquire (const void *object, size_t size, bool is_write, uintptr_t pc);
void rp_omp_posix_release (const void *object, size_t size, int kind, uintptr_t pc);

#endif
