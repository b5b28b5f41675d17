/* Calls that give up the processor, in OpenMP programs: the other tasks run meanwhile, each as far as it
 * gets. A task that only yields goes on after that. A task that sleeps, or waits for a file, goes on when the
 * time has come, or when the file is ready. This task checks again and again, so the process never really sleeps
 * for long while other tasks could run. */
#include "inside/openmp/posix.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* Weak: a program may have a function of its own by that name. */
#define WEAK __attribute__ ((weak))

enum
{
  NS_PER_S = 1000000000,
  SLICE_NS = 1000000 /* time of sleep between two turns of other tasks */
};

/* If other tasks can run, lets them run and returns true. Otherwise returns false; then the caller calls the real
 * function. */
static bool
let_others_run (uintptr_t pc)
{
  if (!rp_omp_is_ours () || !rp_others_are_ready ())
    return false;
  rp_omp_enter (pc);
  rp_let_others_run ();
  rp_omp_leave ();
  return true;
}

#define YIELD(TYPE, NAME, RESULT) \
  WEAK TYPE NAME (void) \
  { \
    if (!let_others_run ((uintptr_t) __builtin_return_address (0))) \
      RP_REAL (NAME) (); \
    return RESULT; \
  }

YIELD (int, sched_yield, 0) /* pthread_yield is another name of sched_yield */
YIELD (void, thrd_yield, )

/* ---- sleep ---- */

static int64_t
nanoseconds (const struct timespec *time)
{
  return time->tv_sec > INT64_MAX / NS_PER_S - 1 ? INT64_MAX
                                                 : (int64_t) time->tv_sec * NS_PER_S + time->tv_nsec;
}

static struct timespec
timespec_of (int64_t time)
{
  return (struct timespec) { .tv_sec = time / NS_PER_S, .tv_nsec = time % NS_PER_S };
}

static int64_t
now (clockid_t clock)
{
  struct timespec time;
  return clock_gettime (clock, &time) ? INT64_MAX : nanoseconds (&time);
}

static int64_t
later (int64_t time, int64_t span)
{
  return span > INT64_MAX - time ? INT64_MAX : time + span;
}

/* Lets other tasks run and sleeps until CLOCK says UNTIL. Returns the time that was left if a signal ended the sleep;
 * else 0. */
static int64_t
sleep_until (clockid_t clock, int64_t until, uintptr_t pc)
{
  for (int64_t left; (left = until - now (clock)) > 0;)
    {
      bool others_ran = let_others_run (pc);
      left = until - now (clock);
      if (left <= 0)
        break;
      struct timespec slice = timespec_of (others_ran && left > SLICE_NS ? SLICE_NS : left);
      if (RP_REAL (nanosleep) (&slice, NULL) && errno == EINTR)
        return (left = until - now (clock)) > 0 ? left : 1;
    }
  return 0;
}

static int64_t
sleep_for (int64_t span, uintptr_t pc)
{
  return sleep_until (CLOCK_MONOTONIC, later (now (CLOCK_MONOTONIC), span), pc);
}

/* Returns whether TIME is valid and other tasks can run meanwhile. If not, the caller calls the real function. */
static bool
has_time (const struct timespec *time)
{
  return time && time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < NS_PER_S
         && rp_omp_is_ours () && rp_others_are_ready ();
}

static void
set_rest (struct timespec *rest, int64_t left)
{
  if (rest)
    *rest = timespec_of (left);
}

WEAK int
nanosleep (const struct timespec *span, struct timespec *rest)
{
  if (!has_time (span))
    return RP_REAL (nanosleep) (span, rest);
  int64_t left = sleep_for (nanoseconds (span), (uintptr_t) __builtin_return_address (0));
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
  int64_t until = nanoseconds (time);
  if (!(flags & TIMER_ABSTIME))
    until = later (now (clock), until);
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
  int64_t left = sleep_for (nanoseconds (span), (uintptr_t) __builtin_return_address (0));
  if (left)
    set_rest (rest, left);
  return left ? -1 : 0;
}

WEAK int
usleep (useconds_t span)
{
  struct timespec time = timespec_of ((int64_t) span * 1000);
  if (!has_time (&time))
    return RP_REAL (usleep) (span);
  if (!sleep_for (nanoseconds (&time), (uintptr_t) __builtin_return_address (0)))
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
  int64_t left = sleep_for (nanoseconds (&time), (uintptr_t) __builtin_return_address (0));
  return (unsigned) ((left + NS_PER_S - 1) / NS_PER_S);
}

/* ---- waiting for files: SPAN is in nanoseconds; below 0: no limit ---- */

static int64_t
time_left (int64_t until)
{
  int64_t left = until == INT64_MAX ? SLICE_NS : until - now (CLOCK_MONOTONIC);
  return left < 0 ? 0 : left > SLICE_NS ? SLICE_NS : left;
}

static int64_t
until_of (int64_t span)
{
  return span < 0 ? INT64_MAX : later (now (CLOCK_MONOTONIC), span);
}

WEAK int
ppoll (struct pollfd *files, nfds_t count, const struct timespec *span, const sigset_t *mask)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  if (!rp_omp_is_ours () || !rp_others_are_ready ())
    return RP_REAL (ppoll) (files, count, span, mask);
  int64_t until = until_of (span ? nanoseconds (span) : -1);
  struct timespec slice = { 0 };
  for (;;)
    {
      int found = RP_REAL (ppoll) (files, count, &slice, mask);
      if (found || time_left (until) == 0)
        return found;
      bool others_ran = let_others_run (pc);
      slice = timespec_of (time_left (until));
      if (!others_ran && until == INT64_MAX)
        return RP_REAL (ppoll) (files, count, NULL, mask);
    }
}

WEAK int
poll (struct pollfd *files, nfds_t count, int milliseconds)
{
  if (!rp_omp_is_ours () || !rp_others_are_ready ())
    return RP_REAL (poll) (files, count, milliseconds);
  struct timespec span = timespec_of ((int64_t) milliseconds * (NS_PER_S / 1000));
  return ppoll (files, count, milliseconds < 0 ? NULL : &span, NULL);
}

typedef struct file_sets
{
  fd_set read, write, except;
} file_sets;

static void
copy_set (fd_set *to, const fd_set *from)
{
  if (to && from)
    *to = *from;
}

WEAK int
pselect (int count, fd_set *read, fd_set *write, fd_set *except, const struct timespec *span,
         const sigset_t *mask)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  if (!rp_omp_is_ours () || !rp_others_are_ready () || count > FD_SETSIZE)
    return RP_REAL (pselect) (count, read, write, except, span, mask);
  file_sets wanted;
  copy_set (&wanted.read, read);
  copy_set (&wanted.write, write);
  copy_set (&wanted.except, except);
  int64_t until = until_of (span ? nanoseconds (span) : -1);
  struct timespec slice = { 0 };
  for (;;)
    {
      int found = RP_REAL (pselect) (count, read, write, except, &slice, mask);
      if (found || time_left (until) == 0)
        return found;
      let_others_run (pc);
      copy_set (read, &wanted.read);
      copy_set (write, &wanted.write);
      copy_set (except, &wanted.except);
      slice = timespec_of (time_left (until));
    }
}

WEAK int
select (int count, fd_set *read, fd_set *write, fd_set *except, struct timeval *span)
{
  if (!rp_omp_is_ours () || !rp_others_are_ready () || count > FD_SETSIZE)
    return RP_REAL (select) (count, read, write, except, span);
  struct timespec time = { 0 };
  if (span)
    time = (struct timespec) { .tv_sec = span->tv_sec, .tv_nsec = span->tv_usec * 1000 };
  int64_t until = until_of (span ? nanoseconds (&time) : -1);
  int found = pselect (count, read, write, except, span ? &time : NULL, NULL);
  if (span) /* as Linux does, store the time that was left */
    {
      int64_t left = until - now (CLOCK_MONOTONIC);
      time = timespec_of (left > 0 ? left : 0);
      *span = (struct timeval) { .tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000 };
    }
  return found;
}
