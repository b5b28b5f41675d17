/* Mutexes, conditions, call_once and thrd_join of <threads.h>, in OpenMP programs. In glibc, mutexes and conditions of
 * C11 are those of POSIX under other names. But glibc's C11 functions do not call its POSIX functions, so we interpose
 * the C11 functions as well. */
#include "inside/openmp/posix.h"

#include <errno.h>
#include <threads.h>

/* A program may have functions of its own by these names. */
#pragma weak mtx_init
#pragma weak mtx_destroy
#pragma weak mtx_lock
#pragma weak mtx_timedlock
#pragma weak mtx_trylock
#pragma weak mtx_unlock
#pragma weak cnd_wait
#pragma weak cnd_timedwait
#pragma weak cnd_signal
#pragma weak cnd_broadcast
#pragma weak call_once
#pragma weak thrd_join

static pthread_mutex_t *
mutex_of (mtx_t *mutex)
{
  return (pthread_mutex_t *) mutex;
}

static pthread_cond_t *
condition_of (cnd_t *condition)
{
  return (pthread_cond_t *) condition;
}

static int
status_of (int error)
{
  switch (error)
    {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ETIMEDOUT:
      return thrd_timedout;
    default:
      return thrd_error;
    }
}

#define PC ((uintptr_t) __builtin_return_address (0))

int
mtx_init (mtx_t *mutex, int type)
{
  if (rp_omp_is_ours ())
    rp_omp_lock_is_other (mutex);
  return RP_REAL (mtx_init) (mutex, type);
}

void
mtx_destroy (mtx_t *mutex)
{
  if (rp_omp_is_ours ())
    rp_omp_lock_is_other (mutex);
  RP_REAL (mtx_destroy) (mutex);
}

int
mtx_lock (mtx_t *mutex)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (mtx_lock) (mutex);
  return status_of (rp_omp_mutex_lock (mutex_of (mutex), PC));
}

int
mtx_timedlock (mtx_t *restrict mutex, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (mtx_timedlock) (mutex, until);
  return status_of (rp_omp_mutex_lock_until (mutex_of (mutex), PC));
}

int
mtx_trylock (mtx_t *mutex)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (mtx_trylock) (mutex);
  return status_of (rp_omp_mutex_try_lock (mutex_of (mutex), PC));
}

int
mtx_unlock (mtx_t *mutex)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (mtx_unlock) (mutex);
  return status_of (rp_omp_mutex_unlock (mutex_of (mutex), PC));
}

int
cnd_wait (cnd_t *condition, mtx_t *mutex)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (cnd_wait) (condition, mutex);
  return status_of (
    rp_omp_condition_wait (condition_of (condition), mutex_of (mutex), CLOCK_REALTIME, NULL, PC));
}

int
cnd_timedwait (cnd_t *restrict condition, mtx_t *restrict mutex,
               const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (cnd_timedwait) (condition, mutex, until);
  return status_of (
    rp_omp_condition_wait (condition_of (condition), mutex_of (mutex), CLOCK_REALTIME, until, PC));
}

/* Any thread may call cnd_signal and cnd_broadcast. */
int
cnd_signal (cnd_t *condition)
{
  rp_omp_condition_signal (condition_of (condition));
  return RP_REAL (cnd_signal) (condition);
}

int
cnd_broadcast (cnd_t *condition)
{
  rp_omp_condition_signal (condition_of (condition));
  return RP_REAL (cnd_broadcast) (condition);
}

void
call_once (once_flag *once, void (*run) (void))
{
  if (rp_omp_is_ours ())
    rp_omp_once ((pthread_once_t *) once, run, PC);
  else
    return RP_REAL (call_once) (once, run);
}

/* A C11 thread's result is an int, which glibc keeps in the pointer that pthread_join stores. */
int
thrd_join (thrd_t thread, int *result)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (thrd_join) (thread, result);
  void *pointer = NULL;
  int status = status_of (rp_omp_join (thread, &pointer, PC));
  if (result)
    *result = (int) (intptr_t) pointer;
  return status;
}

_Static_assert(sizeof (mtx_t) <= sizeof (pthread_mutex_t)
                 && sizeof (cnd_t) <= sizeof (pthread_cond_t),
               "the same types");
