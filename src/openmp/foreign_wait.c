/* What makes threads wait for each other and is not OpenMP's, in programs that are: the guards of C++'s static locals,
 * pthread_once, which std::call_once uses, semaphores and condition variables. The tasks of a program take turns on one
 * thread, so who has to wait lets the others run. */
#include "openmp/foreign.h"
#include "openmp/lock.h"

#include "base/map.h"

#include <errno.h>
#include <semaphore.h>
#include <time.h>

/* Each time all the others come as far as they can. Who has waited so often waits for ever. */
enum
{
  MOST_TURNS = 10000
};

static void
take_turn (unsigned turn, const char *what, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  if (rp_engine_now.explored)
    rp_omp_unsupported ("to explore what waits for a semaphore, a condition or an initialisation", site);
  rp_let_others_run ();
  if (turn > MOST_TURNS)
    rp_promise_wait_at (rp_promise_new_at (what, site), site);
  rp_omp_leave ();
}

static void
acquire (const void *object, size_t size, bool is_write, uintptr_t pc)
{
  rp_monitor_order (__ATOMIC_ACQUIRE, pc);
  rp_monitor_atomic ((uintptr_t) object, size, is_write, pc);
}

static void
release (const void *object, size_t size, int kind, uintptr_t pc)
{
  rp_monitor_order (__ATOMIC_RELEASE | kind, pc);
  rp_monitor_atomic ((uintptr_t) object, size, true, pc);
}

/* ---- static locals of C++ [Itanium C++ ABI, 3.3.3]: byte 0 says that the variable is there, byte 1 that somebody
 * makes it ---- */

int
__cxa_guard_acquire (char *guard)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  for (unsigned turn = 0; guard[1]; turn++)
    take_turn (turn, "waits for a static variable that nobody makes", pc);
  if (guard[0])
    {
      acquire (guard, 1, false, pc);
      return 0;
    }
  guard[1] = 1;
  return 1;
}

void
__cxa_guard_release (char *guard)
{
  release (guard, 1, RP_ORDER_STORE, (uintptr_t) __builtin_return_address (0));
  guard[0] = 1;
  guard[1] = 0;
}

void
__cxa_guard_abort (char *guard)
{
  guard[1] = 0;
}

/* ---- once ---- */

enum
{
  IN_PROGRESS = 1,
  DONE = 2 /* the C library's, too */
};

int
pthread_once (pthread_once_t *once, void (*run) (void))
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_once, once, run);
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  for (unsigned turn = 0; *once == IN_PROGRESS; turn++)
    take_turn (turn, "waits for a pthread_once that does not end", pc);
  if (*once == DONE)
    {
      acquire (once, sizeof *once, false, pc);
      return 0;
    }
  *once = IN_PROGRESS;
  run ();
  release (once, sizeof *once, RP_ORDER_STORE, pc);
  *once = DONE;
  return 0;
}

/* ---- semaphores: the library's count, which is never waited for ---- */

static int
try_semaphore (sem_t *semaphore)
{
  RP_OMP_REAL (sem_trywait, semaphore);
}

int
sem_wait (sem_t *semaphore)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (sem_wait, semaphore);
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  for (unsigned turn = 0; try_semaphore (semaphore); turn++)
    take_turn (turn, "waits for a semaphore that nobody posts", pc);
  acquire (semaphore, sizeof (int), true, pc);
  return 0;
}

int
sem_trywait (sem_t *semaphore)
{
  int status = try_semaphore (semaphore);
  if (!rp_omp_is_ours ())
    return status;
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  if (status)
    take_turn (0, "", pc);
  else
    acquire (semaphore, sizeof (int), true, pc);
  return status;
}

int
sem_timedwait (sem_t *restrict semaphore, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (sem_timedwait, semaphore, until);
  if (!sem_trywait (semaphore) || !sem_trywait (semaphore))
    return 0;
  errno = ETIMEDOUT;
  return -1;
}

int
sem_post (sem_t *semaphore)
{
  if (rp_omp_is_ours ())
    release (semaphore, sizeof (int), 0, (uintptr_t) __builtin_return_address (0));
  RP_OMP_REAL (sem_post, semaphore);
}

/* ---- condition variables: who waits may also wake up without a reason, so all do at every signal ---- */

static rp_map signals; /* address -> how many */

static uint64_t *
signals_of (const pthread_cond_t *condition)
{
  rp_monitor_inside = 1;
  uint64_t *count = rp_map_insert (&signals, (uintptr_t) condition, NULL);
  rp_monitor_inside = 0;
  return count;
}

static int
wait_for_signal (pthread_cond_t *condition, pthread_mutex_t *mutex, unsigned most, uintptr_t pc)
{
  uint64_t before = *signals_of (condition);
  unsigned turn = 0;
  pthread_mutex_unlock (mutex);
  while (*signals_of (condition) == before && turn++ < most)
    take_turn (turn, "waits for a condition that nobody signals", pc);
  pthread_mutex_lock (mutex);
  return *signals_of (condition) == before ? ETIMEDOUT : 0;
}

int
pthread_cond_wait (pthread_cond_t *condition, pthread_mutex_t *mutex)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_cond_wait, condition, mutex);
  wait_for_signal (condition, mutex, UINT32_MAX, (uintptr_t) __builtin_return_address (0));
  return 0;
}

int
pthread_cond_timedwait (pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                        const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_cond_timedwait, condition, mutex, until);
  return wait_for_signal (condition, mutex, 1, (uintptr_t) __builtin_return_address (0));
}

int
pthread_cond_clockwait (pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                        clockid_t clock, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_cond_clockwait, condition, mutex, clock, until);
  return wait_for_signal (condition, mutex, 1, (uintptr_t) __builtin_return_address (0));
}

int
pthread_cond_signal (pthread_cond_t *condition)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_cond_signal, condition);
  ++*signals_of (condition);
  return 0;
}

int
pthread_cond_broadcast (pthread_cond_t *condition)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_cond_broadcast, condition);
  ++*signals_of (condition);
  return 0;
}
