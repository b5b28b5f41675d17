/* Waiting by other means than OpenMP's, in OpenMP programs: the guards of C++'s static locals, pthread_once,
 * which std::call_once uses, pthread_join, semaphores and condition variables. The tasks of a program take turns on one
 * thread, so a task that has to wait lets the others run. */
#include "inside/openmp/lock.h"
#include "inside/openmp/posix.h"

#include "base/map.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A program may have functions of its own by these names. */
#pragma weak pthread_once
#pragma weak pthread_join
#pragma weak sem_wait
#pragma weak sem_trywait
#pragma weak sem_timedwait
#pragma weak sem_clockwait
#pragma weak sem_post
#pragma weak pthread_cond_wait
#pragma weak pthread_cond_timedwait
#pragma weak pthread_cond_clockwait
#pragma weak pthread_cond_signal
#pragma weak pthread_cond_broadcast

enum
{
  /* After this many turns in which no task did anything but wait, only another thread can end the wait. */
  MAX_QUIET = 10000,
  /* The wait goes on for so many turns after the end of the last other thread, which may just have ended the wait of a
   * task. */
  MAX_ALONE = 1000
};

static uint64_t waits;      /* beginnings of waits, and turns of waits with a time limit */
static uint64_t idle_turns; /* turns of tasks that wait by rp_omp_idle */

/* Counts one more turn in TURNS. Returns whether nobody is left who could end the wait. The turns of tasks that only
 * wait do not show that something still happens; the beginning of a wait does, and each turn of a wait with a time
 * limit. */
static bool
is_left_alone (rp_omp_turns *turns)
{
  waits += turns->count++ == 0 || turns->is_limited;
  uint64_t events = rp_other_steps () + waits;
  bool is_quiet = events == turns->events;
  turns->events = events;
  turns->quiet = is_quiet ? turns->quiet + 1 : 0;
  if (turns->quiet <= MAX_QUIET && !turns->is_for_thread)
    turns->alone = 0;
  else
    turns->alone = rp_threads_wait () ? 0 : turns->alone + 1;
  return turns->alone > MAX_ALONE;
}

void
rp_omp_take_turn (rp_omp_turns *turns, rp_wait_reason reason, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  if (rp_engine_is_explored ())
    rp_omp_unsupported ("exploring a task that waits for a semaphore, a condition, a barrier of "
                        "POSIX, a future, a futex or an initialisation",
                        site);
  rp_wait_a_turn ();
  if (is_left_alone (turns))
    rp_promise_wait_at (rp_promise_new_at (reason, site), site);
  rp_omp_leave ();
}

uint64_t
rp_omp_events (void)
{
  return rp_other_steps () + waits - idle_turns;
}

bool
rp_omp_yield (uintptr_t pc)
{
  if (!rp_omp_is_ours () || !rp_others_are_ready ())
    return false;
  rp_omp_enter (pc);
  rp_let_others_run ();
  rp_omp_leave ();
  return true;
}

bool
rp_omp_idle (uintptr_t pc)
{
  if (!rp_omp_is_ours () || !rp_others_are_ready ())
    return false;
  idle_turns++; /* rp_omp_yield counts as a step */
  return rp_omp_yield (pc);
}

void
rp_omp_posix_acquire (const void *object, size_t size, bool is_write, uintptr_t pc)
{
  rp_monitor_order (__ATOMIC_ACQUIRE, pc);
  rp_monitor_atomic ((uintptr_t) object, size, is_write, pc);
}

void
rp_omp_posix_release (const void *object, size_t size, int kind, uintptr_t pc)
{
  rp_monitor_order (__ATOMIC_RELEASE | kind, pc);
  rp_monitor_atomic ((uintptr_t) object, size, true, pc);
}

/* ---- static locals of C++ [Itanium C++ ABI, 3.3.3]: byte 0 says that the variable is made, byte 1 that some
 * thread is making it ---- */

/* Returns whether the caller is to make the variable of GUARD: the thread that sets byte 1 makes the variable. Other
 * threads of the program may call this at the same time, so the operation is atomic. */
static bool
begin_guarded (char *guard)
{
  char nobody = 0;
  return __atomic_compare_exchange_n (&guard[1], &nobody, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static bool
is_guarded_made (const char *guard)
{
  return __atomic_load_n (&guard[0], __ATOMIC_ACQUIRE);
}

static void
wait_for_guarded (rp_omp_turns *turns, uintptr_t pc)
{
  if (rp_omp_is_ours ())
    rp_omp_take_turn (turns, RP_WAIT_STATIC_VARIABLE, pc);
  else
    sched_yield ();
}

int
__cxa_guard_acquire (char *guard)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_omp_turns turns = { 0 };
  while (!is_guarded_made (guard))
    {
      if (begin_guarded (guard))
        {
          if (!is_guarded_made (guard))
            return 1;
          __atomic_store_n (&guard[1], 0, __ATOMIC_RELEASE);
          break;
        }
      wait_for_guarded (&turns, pc);
    }
  if (rp_omp_is_ours ())
    rp_omp_posix_acquire (guard, 1, false, pc);
  return 0;
}

void
__cxa_guard_release (char *guard)
{
  if (rp_omp_is_ours ())
    rp_omp_posix_release (guard, 1, RP_ORDER_STORE, (uintptr_t) __builtin_return_address (0));
  __atomic_store_n (&guard[0], 1, __ATOMIC_RELEASE);
  __atomic_store_n (&guard[1], 0, __ATOMIC_RELEASE);
}

void
__cxa_guard_abort (char *guard)
{
  __atomic_store_n (&guard[1], 0, __ATOMIC_RELEASE);
}

/* ---- once: with the C library's values, because other threads use the C library's function ---- */

enum
{
  IN_PROGRESS = 1,
  DONE = 2
};

static bool
is_once_done (pthread_once_t *once)
{
  return __atomic_load_n (once, __ATOMIC_ACQUIRE) & DONE;
}

int
rp_omp_once (pthread_once_t *once, void (*run) (void), uintptr_t pc)
{
  pthread_once_t before = PTHREAD_ONCE_INIT;
  rp_omp_turns turns = { 0 };
  while (!is_once_done (once))
    {
      before = PTHREAD_ONCE_INIT;
      if (__atomic_compare_exchange_n (once, &before, IN_PROGRESS, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        {
          run ();
          rp_omp_posix_release (once, sizeof *once, RP_ORDER_STORE, pc);
          __atomic_store_n (once, DONE, __ATOMIC_RELEASE);
          syscall (SYS_futex, once, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
          return 0;
        }
      rp_omp_take_turn (&turns, RP_WAIT_ONCE, pc);
    }
  rp_omp_posix_acquire (once, sizeof *once, false, pc);
  return 0;
}

int
pthread_once (pthread_once_t *once, void (*run) (void))
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_once) (once, run);
  return rp_omp_once (once, run, (uintptr_t) __builtin_return_address (0));
}

/* ---- the end of another thread ---- */

int
rp_omp_join (pthread_t thread, void **result, uintptr_t pc)
{
  int status;
  rp_omp_turns turns = { .is_for_thread = true };
  while ((status = pthread_tryjoin_np (thread, result)) == EBUSY)
    rp_omp_take_turn (&turns, RP_WAIT_THREAD, pc);
  return status;
}

int
pthread_join (pthread_t thread, void **result)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_join) (thread, result);
  return rp_omp_join (thread, result, (uintptr_t) __builtin_return_address (0));
}

/* ---- semaphores: tasks use the C library's count, but never wait in the C library ---- */

static int
try_semaphore (sem_t *semaphore)
{
  return RP_REAL (sem_trywait) (semaphore);
}

int
sem_wait (sem_t *semaphore)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (sem_wait) (semaphore);
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_omp_turns turns = { 0 };
  while (try_semaphore (semaphore))
    rp_omp_take_turn (&turns, RP_WAIT_SEMAPHORE, pc);
  rp_omp_posix_acquire (semaphore, sizeof (int), true, pc);
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
    rp_omp_take_turn (&(rp_omp_turns) { .is_limited = true }, RP_WAIT_SEMAPHORE, pc);
  else
    rp_omp_posix_acquire (semaphore, sizeof (int), true, pc);
  return status;
}

/* Returns whether the time UNTIL of CLOCK has come. Without other threads, waiting changes nothing, so the time
 * counts as come. */
static bool
is_late (clockid_t clock, const struct timespec *until)
{
  struct timespec now;
  if (!rp_threads_others ())
    return true;
  clock_gettime (clock, &now);
  return now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* Waits for SEMAPHORE until the time UNTIL of CLOCK, and returns what sem_clockwait returns. Other tasks have at least
 * one turn before the time is checked. */
static int
wait_for_semaphore (sem_t *semaphore, clockid_t clock, const struct timespec *until, uintptr_t pc)
{
  rp_omp_turns turns = { .is_limited = true };
  while (try_semaphore (semaphore))
    {
      if (turns.count && is_late (clock, until))
        {
          errno = ETIMEDOUT;
          return -1;
        }
      rp_omp_take_turn (&turns, RP_WAIT_SEMAPHORE, pc);
      rp_threads_wait ();
    }
  rp_omp_posix_acquire (semaphore, sizeof (int), true, pc);
  return 0;
}

int
sem_timedwait (sem_t *restrict semaphore, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (sem_timedwait) (semaphore, until);
  return wait_for_semaphore (semaphore, CLOCK_REALTIME, until, (uintptr_t) __builtin_return_address (0));
}

int
sem_clockwait (sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (sem_clockwait) (semaphore, clock, until);
  return wait_for_semaphore (semaphore, clock, until, (uintptr_t) __builtin_return_address (0));
}

int
sem_post (sem_t *semaphore)
{
  if (rp_omp_is_ours ())
    rp_omp_posix_release (semaphore, sizeof (int), 0, (uintptr_t) __builtin_return_address (0));
  return RP_REAL (sem_post) (semaphore);
}

/* ---- condition variables: POSIX lets a wait end without a signal, so every signal wakes all tasks that wait ---- */

static rp_map signals; /* address of a condition -> number of signals so far */
static bool is_looking; /* some thread uses the map: other threads signal as well */

/* Adds MORE to the number of signals of CONDITION, and returns the sum. */
static uint64_t
signals_of (const pthread_cond_t *condition, unsigned more)
{
  bool is_ours = rp_omp_is_ours ();
  if (is_ours)
    rp_inside_begin ();
  while (__atomic_test_and_set (&is_looking, __ATOMIC_ACQUIRE))
    sched_yield ();
  uint64_t *place = rp_map_insert (&signals, (uintptr_t) condition, NULL);
  uint64_t count = *place += more;
  __atomic_clear (&is_looking, __ATOMIC_RELEASE);
  if (is_ours)
    rp_inside_end ();
  return count;
}

int
rp_omp_condition_wait (pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                       const struct timespec *until, uintptr_t pc)
{
  uint64_t before = signals_of (condition, 0);
  rp_omp_turns turns = { .is_limited = until };
  rp_omp_mutex_unlock (mutex, pc);
  while (signals_of (condition, 0) == before)
    {
      if (until && turns.count && is_late (clock, until))
        break;
      rp_omp_take_turn (&turns, RP_WAIT_SIGNAL, pc);
      if (until && turns.count > 1)
        rp_threads_wait ();
    }
  rp_omp_mutex_lock (mutex, pc);
  return signals_of (condition, 0) == before ? ETIMEDOUT : 0;
}

int
pthread_cond_wait (pthread_cond_t *condition, pthread_mutex_t *mutex)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_cond_wait) (condition, mutex);
  rp_omp_condition_wait (condition, mutex, CLOCK_REALTIME, NULL, (uintptr_t) __builtin_return_address (0));
  return 0;
}

int
pthread_cond_timedwait (pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                        const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_cond_timedwait) (condition, mutex, until);
  return rp_omp_condition_wait (condition, mutex, CLOCK_REALTIME, until, (uintptr_t) __builtin_return_address (0));
}

int
pthread_cond_clockwait (pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                        clockid_t clock, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_cond_clockwait) (condition, mutex, clock, until);
  return rp_omp_condition_wait (condition, mutex, clock, until, (uintptr_t) __builtin_return_address (0));
}

void
rp_omp_condition_signal (pthread_cond_t *condition)
{
  signals_of (condition, 1);
}

/* Waiting tasks see that the number of signals has changed. Other threads wait in the C library, so the C library's
 * function is called, too. */
int
pthread_cond_signal (pthread_cond_t *condition)
{
  rp_omp_condition_signal (condition);
  return RP_REAL (pthread_cond_signal) (condition);
}

int
pthread_cond_broadcast (pthread_cond_t *condition)
{
  rp_omp_condition_signal (condition);
  return RP_REAL (pthread_cond_broadcast) (condition);
}
