/* Calls that give up the processor, in OpenMP programs: the other tasks run meanwhile, each as far as it gets. A
 * task that only yields goes on after that. A task that sleeps goes on when the time has come. A sleeping task
 * looks at the clock again and again, so the process never sleeps for long while other tasks could run. */
#include "inside/openmp/posix.h"
#include "inside/openmp/posix_time.h"

#include <errno.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* Weak: a program may have a function of its own by that name. */
#define WEAK __attribute__ ((weak))

#define YIELD(TYPE, NAME, RESULT) \
  WEAK TYPE NAME (void) \
  { \
    if (!rp_omp_yield ((uintptr_t) __builtin_return_address (0))) \
      RP_REAL (NAME) (); \
    return RESULT; \
  }

YIELD (int, sched_yield, 0) /* pthread_yield is another name of sched_yield */
YIELD (void, thrd_yield, )

/* ---- sleep ---- */

/* Lets other tasks run and sleeps until CLOCK says UNTIL. Returns the time that was left if a signal ended the sleep;
 * else 0. */
static int64_t
sleep_until (clockid_t clock, int64_t until, uintptr_t pc)
{
  for (int64_t left; (left = until - rp_now (clock)) > 0;)
    {
      bool others_ran = rp_omp_idle (pc);
      left = until - rp_now (clock);
      if (left <= 0)
        break;
      struct timespec slice
        = rp_timespec_of (others_ran && left > RP_SLICE_NS ? RP_SLICE_NS : left);
      if (RP_REAL (nanosleep) (&slice, NULL) && errno == EINTR)
        return (left = until - rp_now (clock)) > 0 ? left : 1;
    }
  return 0;
}

static int64_t
sleep_for (int64_t span, uintptr_t pc)
{
  return sleep_until (CLOCK_MONOTONIC, rp_later (rp_now (CLOCK_MONOTONIC), span), pc);
}

/* Returns whether TIME is valid and other tasks can run meanwhile. If not, the caller calls the real function. */
static bool
has_time (const struct timespec *time)
{
  return time && time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < RP_NS_PER_S
         && rp_omp_is_ours () && rp_others_are_ready ();
}

static void
set_rest (struct timespec *rest, int64_t left)
{
  if (rest)
    *rest = rp_timespec_of (left);
}

WEAK int
nanosleep (const struct timespec *span, struct timespec *rest)
{
  if (!has_time (span))
    return RP_REAL (nanosleep) (span, rest);
  int64_t left = sleep_for (rp_nanoseconds (span), (uintptr_t) __builtin_return_address (0));
  if (!left)
    return 0;
  set_rest (rest, left);
  errno = EINTR;
  return -1;
}

WEAK int
clock_nanosleep (clockid_t clock, int flags, const struct timespec *time, struct timespec *rest)
{
  if (!has_time (time))
    return RP_REAL (clock_nanosleep) (clock, flags, time, rest);
  int64_t until = rp_nanoseconds (time);
  if (!(flags & TIMER_ABSTIME))
    until = rp_later (rp_now (clock), until);
  int64_t left = sleep_until (clock, until, (uintptr_t) __builtin_return_address (0));
  if (!left)
    return 0;
  if (!(flags & TIMER_ABSTIME))
    set_rest (rest, left);
  return EINTR;
}

WEAK int
thrd_sleep (const struct timespec *span, struct timespec *rest)
{
  if (!has_time (span))
    return RP_REAL (thrd_sleep) (span, rest);
  int64_t left = sleep_for (rp_nanoseconds (span), (uintptr_t) __builtin_return_address (0));
  if (left)
    set_rest (rest, left);
  return left ? -1 : 0;
}

WEAK int
usleep (useconds_t span)
{
  struct timespec time = rp_timespec_of ((int64_t) span * 1000);
  if (!has_time (&time))
    return RP_REAL (usleep) (span);
  if (!sleep_for (rp_nanoseconds (&time), (uintptr_t) __builtin_return_address (0)))
    return 0;
  errno = EINTR;
  return -1;
}

WEAK unsigned
sleep (unsigned span)
{
  struct timespec time = { .tv_sec = span };
  if (!has_time (&time))
    return RP_REAL (sleep) (span);
  int64_t left = sleep_for (rp_nanoseconds (&time), (uintptr_t) __builtin_return_address (0));
  return (unsigned) ((left + RP_NS_PER_S - 1) / RP_NS_PER_S);
}
