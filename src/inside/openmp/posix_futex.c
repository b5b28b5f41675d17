/* Futexes, in OpenMP programs: those of std::future, for which libstdc++ has functions of its own, and those of
 * programs that call syscall (SYS_futex), as the C++20 header of std::atomic::wait does. The tasks of a program
 * take turns on one thread, so no task could wake a task that waited in the kernel. A task that has to wait lets
 * the others run instead.
 *
 * A futex orders nothing by itself. The word on which a task waits is an atomic variable of the program, and the
 * program's atomic operations on this variable order tasks. */
#include "base/map.h"
#include "inside/openmp/posix.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WEAK __attribute__ ((weak))

enum
{
  NS_PER_S = 1000000000,
  /* After so many turns in a row in which tasks did nothing but wait, a time limit counts as reached, if there are no
   * other threads: waiting longer changes nothing. */
  MAX_IDLE = 100,
  /* After so many turns a task that another process may wake sleeps for SLICE_NS in each turn. */
  MAX_AWAKE = 1000,
  SLICE_NS = 1000000
};

static long
call_futex (unsigned *word, int operation, unsigned value, const struct timespec *time,
            unsigned bits)
{
  return RP_REAL (syscall) (SYS_futex, word, operation, value, time, NULL, bits);
}

static bool
is_changed (const unsigned *word, unsigned value)
{
  return __atomic_load_n (word, __ATOMIC_RELAXED) != value;
}

/* Returns whether a wait until the time UNTIL of CLOCK is over, after the turns in TURNS. Returns false if other
 * tasks have not had a turn yet, or if UNTIL is NULL: there is no limit. */
static bool
is_over (const rp_omp_turns *turns, clockid_t clock, const struct timespec *until)
{
  struct timespec now;
  if (!until || !turns->count)
    return false;
  if (turns->quiet > MAX_IDLE && !rp_threads_wait ())
    return true;
  clock_gettime (clock, &now);
  return now.tv_sec > until->tv_sec
         || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* ---- libstdc++: the status of a std::future. All of libstdc++'s functions for this status are here, and call
 * no function of libstdc++. So a program that is linked with the static libstdc++ has only the functions of this
 * file ---- */

static bool
wait_for_status (unsigned *status, unsigned value, clockid_t clock, const struct timespec *until,
                 uintptr_t pc)
{
  rp_omp_turns turns = { 0 };
  while (!is_changed (status, value))
    {
      if (is_over (&turns, clock, until))
        return false;
      rp_omp_take_turn (&turns, RP_WAIT_STD_FUTURE, pc);
    }
  return true;
}

/* Called where no task of the program waits, mostly in another thread. Waits once, while *STATUS is VALUE; the
 * caller of libstdc++'s function checks the status in a loop. UNTIL is NULL for no limit. Returns false if the
 * time UNTIL of CLOCK has come, and otherwise true. */
static bool
wait_in_kernel (unsigned *status, unsigned value, clockid_t clock, const struct timespec *until)
{
  int operation = FUTEX_WAIT_BITSET | (clock == CLOCK_REALTIME ? FUTEX_CLOCK_REALTIME : 0);
  return call_futex (status, operation, value, until, FUTEX_BITSET_MATCH_ANY) != -1
         || errno != ETIMEDOUT;
}

/* bool std::__atomic_futex_unsigned_base::NAME (unsigned *status, unsigned value, bool is_limited,
 *                                               std::chrono::seconds, std::chrono::nanoseconds)
 * waits while *STATUS is VALUE. If IS_LIMITED, it returns false when CLOCK has come to the time of the last two
 * arguments. Otherwise it returns true. */
#define WAIT_FOR_STATUS(NAME, SYMBOL, CLOCK) \
  WEAK bool NAME (void *self, unsigned *status, unsigned value, bool is_limited, int64_t seconds, \
                  int64_t nanoseconds) __asm__(SYMBOL); \
  bool NAME (void *self, unsigned *status, unsigned value, bool is_limited, int64_t seconds, \
             int64_t nanoseconds) \
  { \
    struct timespec time = { .tv_sec = seconds, .tv_nsec = nanoseconds }; \
    (void) self; \
    if (is_limited && seconds < 0) \
      return false; \
    if (!rp_omp_is_ours ()) \
      return wait_in_kernel (status, value, CLOCK, is_limited ? &time : NULL); \
    return wait_for_status (status, value, CLOCK, is_limited ? &time : NULL, \
                            (uintptr_t) __builtin_return_address (0)); \
  }

#define FUTEX_BASE "_ZNSt28__atomic_futex_unsigned_base"
#define TIME_OF "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE"

WAIT_FOR_STATUS (wait_until, FUTEX_BASE "19_M_futex_wait_until" TIME_OF, CLOCK_REALTIME)
WAIT_FOR_STATUS (wait_until_steady, FUTEX_BASE "26_M_futex_wait_until_steady" TIME_OF,
                 CLOCK_MONOTONIC)

WEAK void notify_all (unsigned *status) __asm__(FUTEX_BASE "19_M_futex_notify_allEPj");

/* Waiting tasks check the status themselves, so this wakes only other threads, which wait in the kernel. */
void
notify_all (unsigned *status)
{
  call_futex (status, FUTEX_WAKE, INT_MAX, NULL, 0);
}

/* ---- syscall (SYS_futex): Linux lets a wait end without a wake. So every wake of a word, and every change of
 * the word, ends the waits of all tasks for this word ---- */

static rp_map wakes;    /* address of a word -> number of wakes so far */
static bool is_looking; /* some thread uses the map: other threads wake as well */

/* Adds MORE to the number of wakes of WORD, and returns the sum. */
static uint64_t
wakes_of (const unsigned *word, unsigned more)
{
  bool is_ours = rp_omp_is_ours ();
  if (is_ours)
    rp_inside_begin ();
  while (__atomic_test_and_set (&is_looking, __ATOMIC_ACQUIRE))
    sched_yield ();
  uint64_t *place = rp_map_insert (&wakes, (uintptr_t) word, NULL);
  uint64_t count = *place += more;
  __atomic_clear (&is_looking, __ATOMIC_RELEASE);
  if (is_ours)
    rp_inside_end ();
  return count;
}

/* Waits in the kernel for SLICE_NS at most, as long as *WORD is VALUE. Returns whether a wake ended this:
 * another process may wake the running task as well. */
static bool
was_woken_outside (unsigned *word, unsigned value)
{
  const struct timespec slice = { .tv_nsec = SLICE_NS };
  return !call_futex (word, FUTEX_WAIT, value, &slice, 0);
}

static long
wait_for_word (unsigned *word, unsigned value, bool is_private, clockid_t clock,
               const struct timespec *until, uintptr_t pc)
{
  rp_omp_turns turns = { .is_limited = !is_private };
  uint64_t before = wakes_of (word, 0);
  if (is_changed (word, value))
    {
      errno = EAGAIN;
      return -1;
    }
  while (!is_changed (word, value) && wakes_of (word, 0) == before)
    {
      if (is_over (&turns, clock, until))
        {
          errno = ETIMEDOUT;
          return -1;
        }
      rp_omp_take_turn (&turns, RP_WAIT_FUTEX, pc);
      if (!is_private && turns.count > MAX_AWAKE && was_woken_outside (word, value))
        break;
    }
  return 0;
}

/* Returns the time of CLOCK after SPAN. */
static struct timespec
time_after (clockid_t clock, const struct timespec *span)
{
  struct timespec time;
  clock_gettime (clock, &time);
  time.tv_sec += span->tv_sec + (time.tv_nsec + span->tv_nsec) / NS_PER_S;
  time.tv_nsec = (time.tv_nsec + span->tv_nsec) % NS_PER_S;
  return time;
}

/* A task calls syscall (SYS_futex, WORD, OPERATION, VALUE, TIME, ...), and OPERATION waits. Returns the result
 * of this call. */
static long
wait_as_asked (unsigned *word, int operation, unsigned value, const struct timespec *time,
               uintptr_t pc)
{
  clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  struct timespec until;
  if (time)
    until = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT ? time_after (clock, time) : *time;
  return wait_for_word (word, value, operation & FUTEX_PRIVATE_FLAG, clock, time ? &until : NULL,
                        pc);
}

static bool
waits (int operation)
{
  return (operation & FUTEX_CMD_MASK) == FUTEX_WAIT
         || (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
}

/* Each operation that is none of the two of `waits' counts as a wake of its first word: most of these operations
 * wake tasks, or move them to another word. */
WEAK long
syscall (long number, ...)
{
  enum
  {
    ARGUMENTS = 6 /* as many as any call has */
  };
  long arguments[ARGUMENTS];
  va_list list;
  va_start (list, number);
  for (int i = 0; i < ARGUMENTS; i++)
    arguments[i] = va_arg (list, long);
  va_end (list);
  if (number == SYS_futex && waits ((int) arguments[1]) && rp_omp_is_ours ())
    return wait_as_asked ((unsigned *) arguments[0], (int) arguments[1], (unsigned) arguments[2],
                          (const struct timespec *) arguments[3],
                          (uintptr_t) __builtin_return_address (0));
  if (number == SYS_futex && !waits ((int) arguments[1])
      && (rp_monitor_is_on () || !rp_thread_is_main ()))
    wakes_of ((const unsigned *) arguments[0], 1);
  return RP_REAL (syscall) (number, arguments[0], arguments[1], arguments[2], arguments[3],
                            arguments[4], arguments[5]);
}
