#include "prove/poly/limit.h"

#include "base/clock.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

/* The prover may take this many seconds after the limit to put its results together. If it takes longer, `missed`
 * is called. */
#define SECONDS_TO_END 2.0
#define SECONDS_TO_CONFIRM 1.0
#define FOR_EVER 1e9

static struct
{
  pthread_t thread;
  sem_t wake; /* wakes the watching thread: the prover has ended, or was interrupted */
  atomic_bool is_watched, is_ended;
  isl_ctx *isl;
  double deadline;
  rp_limit_missed *missed;
  void *context;
} limit;

static volatile sig_atomic_t interrupted;
static double interrupted_at;

/* Waits until WHEN, a time of rp_seconds, or until the prover has ended; if IS_FIRST, also until an interruption.
 * Returns whether the prover has ended. */
static bool
wait_until (double when, bool is_first)
{
  struct timespec until = { (time_t) when, (long) ((when - (double) (time_t) when) * 1e9) };
  while (!limit.is_ended && !(is_first && interrupted))
    if (sem_clockwait (&limit.wake, CLOCK_MONOTONIC, &until) && errno == ETIMEDOUT)
      break;
  return limit.is_ended;
}

static void *
watch (void *unused)
{
  if (!wait_until (limit.deadline > 0 ? limit.deadline : rp_seconds () + FOR_EVER, true))
    {
      isl_ctx_abort (limit.isl);
      if (!wait_until (rp_seconds () + SECONDS_TO_END, false) && limit.missed)
        limit.missed (limit.context);
    }
  return unused;
}

void
rp_limit_begin (isl_ctx *isl, double deadline, rp_limit_missed *missed, void *context)
{
  if (sem_init (&limit.wake, 0, 0))
    return;
  limit.isl = isl;
  limit.deadline = deadline;
  limit.missed = missed;
  limit.context = context;
  limit.is_ended = false;
  limit.is_watched = true;
  if (pthread_create (&limit.thread, NULL, watch, NULL))
    {
      limit.is_watched = false;
      sem_destroy (&limit.wake);
    }
}

void
rp_limit_end (void)
{
  if (!limit.is_watched)
    return;
  limit.is_ended = true;
  sem_post (&limit.wake);
  pthread_join (limit.thread, NULL);
  /* the semaphore is not destroyed: a signal handler may be about to post it */
  limit.is_watched = false;
}

void
rp_limit_interrupt (void)
{
  int error = errno;
  interrupted_at = rp_seconds ();
  interrupted = 1;
  if (limit.is_watched)
    sem_post (&limit.wake);
  errno = error;
}

bool
rp_limit_is_interrupted (void)
{
  return interrupted;
}

double
rp_limit_left (double deadline)
{
  return interrupted ? 0 : deadline > 0 ? deadline - rp_seconds () : FOR_EVER;
}

double
rp_limit_left_to_confirm (double deadline)
{
  double left = deadline > 0 ? deadline - rp_seconds () : FOR_EVER;
  double grace = interrupted ? interrupted_at + SECONDS_TO_CONFIRM - rp_seconds () : FOR_EVER;
  return grace < left ? grace : left;
}

bool
rp_limit_is_past (double deadline)
{
  return rp_limit_left (deadline) <= 0;
}

int
rp_limit_wait (double deadline)
{
  double left = rp_limit_left (deadline) * 1000;
  return left <= 0 ? 0 : left < RP_LIMIT_MILLISECONDS ? (int) left + 1 : RP_LIMIT_MILLISECONDS;
}

const char *
rp_limit_reason (const char *late, const char *because_interrupted)
{
  return interrupted ? because_interrupted : late;
}
