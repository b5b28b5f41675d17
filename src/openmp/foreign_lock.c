/* Mutual exclusion that is not OpenMP's, in programs that are: pthread mutexes, which std::mutex uses, and the guards
 * of C++'s static locals. The tasks of a program take turns on one thread, so a mutex is never really taken. */
#include "openmp/lock.h"

#include "hooks/threads.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

static bool
is_ours (void)
{
  return rp_monitor_is_on () && rp_thread_is_main ();
}

#define REAL(NAME, ...) \
  do \
    { \
      static __typeof__ (&NAME) real; \
      if (!real) \
        real = (__typeof__ (&NAME)) dlsym (RTLD_NEXT, #NAME); \
      return real (__VA_ARGS__); \
    } \
  while (0)

int
pthread_mutex_lock (pthread_mutex_t *mutex)
{
  if (!is_ours ())
    REAL (pthread_mutex_lock, mutex);
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_lock (mutex, site);
  rp_omp_leave ();
  return 0;
}

int
pthread_mutex_trylock (pthread_mutex_t *mutex)
{
  if (!is_ours ())
    REAL (pthread_mutex_trylock, mutex);
  uint32_t site = RP_OMP_ENTER ();
  bool is_free = rp_omp_try_lock (mutex, site);
  rp_omp_leave ();
  return is_free ? 0 : EBUSY;
}

int
pthread_mutex_unlock (pthread_mutex_t *mutex)
{
  if (!is_ours ())
    REAL (pthread_mutex_unlock, mutex);
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_unlock (mutex, site);
  rp_omp_leave ();
  return 0;
}

/* Who waits for a condition would stop all: there is one thread. */
int
pthread_cond_wait (pthread_cond_t *condition, pthread_mutex_t *mutex)
{
  if (!is_ours ())
    REAL (pthread_cond_wait, condition, mutex);
  rp_omp_unsupported ("pthread_cond_wait beside OpenMP", RP_OMP_ENTER ());
}

int
pthread_cond_timedwait (pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                        const struct timespec *restrict until)
{
  if (!is_ours ())
    REAL (pthread_cond_timedwait, condition, mutex, until);
  rp_omp_unsupported ("pthread_cond_timedwait beside OpenMP", RP_OMP_ENTER ());
}

/* ---- static locals of C++ [Itanium C++ ABI, 3.3.3]: byte 0 says that the variable is there, byte 1 that somebody
 * makes it ---- */

int
__cxa_guard_acquire (char *guard)
{
  while (guard[1])
    {
      int inside = rp_monitor_inside;
      rp_monitor_inside = 1;
      rp_let_others_run ();
      rp_monitor_inside = inside;
    }
  if (guard[0])
    {
      uintptr_t pc = (uintptr_t) __builtin_return_address (0);
      rp_monitor_order (__ATOMIC_ACQUIRE, pc);
      rp_monitor_atomic ((uintptr_t) guard, 1, false, pc);
      return 0;
    }
  guard[1] = 1;
  return 1;
}

void
__cxa_guard_release (char *guard)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_monitor_order (__ATOMIC_RELEASE | RP_ORDER_STORE, pc);
  rp_monitor_atomic ((uintptr_t) guard, 1, true, pc);
  guard[0] = 1;
  guard[1] = 0;
}

void
__cxa_guard_abort (char *guard)
{
  guard[1] = 0;
}
