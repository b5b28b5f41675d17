#include "inside/engine/memory_limit.h"

#include "inside/engine/engine.h"
#include "inside/hook/libc_real.h"
#include "inside/system/interrupt.h"
#include "inside/system/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum
{
  EVERY = 16 /* one in so many calls checks the limit: a check takes some microseconds */
};

static rp_engine_state *const engine = &rp_engine_now;

/* Returns the number at *TEXT, and moves *TEXT behind the number and the blank after it. The timer's handler calls this
 * while a task runs, so strtoull cannot be used: it may be a hook of ours, and its writes would count as the task's. */
static uint64_t
take_number (const char **text)
{
  uint64_t number = 0;
  for (; **text >= '0' && **text <= '9'; ++*text)
    number = number * 10 + (uint64_t) (**text - '0');
  *text += **text == ' ';
  return number;
}

/* Returns the bytes of resident memory: the second number of statm counts the pages. The file is opened each time,
 * because a program may close all files. */
static uint64_t
resident_bytes (void)
{
  char text[128];
  int fd = RP_REAL (open) ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t length = fd >= 0 ? RP_REAL (read) (fd, text, sizeof text - 1) : 0;
  if (fd >= 0)
    RP_REAL (close) (fd);
  text[length > 0 ? length : 0] = '\0';
  const char *rest = text;
  take_number (&rest);
  return take_number (&rest) * (uint64_t) sysconf (_SC_PAGESIZE);
}

static _Noreturn void
give_up (void)
{
  char message[96];
  rp_inside_begin ();
  snprintf (message, sizeof message, "the memory limit of %llu MB was reached",
            (unsigned long long) engine->options.memory_limit_mb);
  engine->stop_task = rp_monitor_task ();
  engine->ended = true;
  rp_engine_end ();
  int status = rp_writer_finish (RP_RUN_END_MEMORY_LIMIT, message, 0);
  fflush (NULL);
  rp_exit_now (status);
}

static bool
is_reached (void)
{
  return resident_bytes () >> 20 >= engine->options.memory_limit_mb;
}

static volatile sig_atomic_t was_reached; /* whether the timer's handler, tick, has found that the limit is reached */

void
rp_memory_limit_check (void)
{
  static unsigned calls;
  if (engine->options.memory_limit_mb && (was_reached || (++calls % EVERY == 0 && is_reached ())))
    give_up ();
}

void
rp_monitor_allocates (void)
{
  if (was_reached)
    give_up ();
}

/* The timer's handler: notes whether the limit is reached. If so, and if a report can be written here, ends the
 * program. Otherwise the next tick or the next allocation tries again. */
static void
tick (int number, siginfo_t *info, void *context)
{
  int saved = errno;
  (void) number;
  (void) info;
  was_reached = was_reached || is_reached ();
  if (was_reached && rp_thread_is_main () && !engine->ended && rp_interrupt_is_quiet (context))
    give_up ();
  errno = saved;
}

void
rp_memory_limit_start (void)
{
  enum
  {
    TICK_NS = 10 * 1000 * 1000
  };
  timer_t timer;
  int number = SIGRTMAX;
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = number };
  struct itimerspec period = { .it_interval.tv_nsec = TICK_NS, .it_value.tv_nsec = TICK_NS };
  struct sigaction action = { .sa_sigaction = tick, .sa_flags = (int) (SA_SIGINFO | SA_RESTART | SA_ONSTACK) };
  if (engine->options.memory_limit_mb && RP_REAL (sigaction) (number, &action, NULL) == 0
      && timer_create (CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
    timer_settime (timer, 0, &period, NULL);
}
