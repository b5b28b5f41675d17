#include "poly/limit.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/* How long after the limit the prover may take to put together what it knows. */
#define SECONDS_TO_END 2.0

static struct
{
  pthread_mutex_t lock;
  pthread_cond_t ended;
  pthread_t thread;
  bool is_running, is_ended;
  isl_ctx *isl;
  double deadline;
  rp_limit_missed *missed;
  void *context;
} limit = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Whether the end came before. The lock is held. */
static bool
wait_until (double when)
{
  struct timespec until = { (time_t) when, (long) ((when - (double) (time_t) when) * 1e9) };
  int error = 0;
  while (!limit.is_ended && error != ETIMEDOUT)
    error = pthread_cond_timedwait (&limit.ended, &limit.lock, &until);
  return limit.is_ended;
}

static void *
watch (void *unused)
{
  pthread_mutex_lock (&limit.lock);
  if (!wait_until (limit.deadline))
    {
      isl_ctx_abort (limit.isl);
      if (!wait_until (limit.deadline + SECONDS_TO_END) && limit.missed)
        limit.missed (limit.context);
    }
  pthread_mutex_unlock (&limit.lock);
  return unused;
}

void
rp_limit_begin (isl_ctx *isl, double deadline, rp_limit_missed *missed, void *context)
{
  pthread_condattr_t clock;
  if (deadline <= 0)
    return;
  pthread_condattr_init (&clock);
  pthread_condattr_setclock (&clock, CLOCK_MONOTONIC);
  pthread_cond_init (&limit.ended, &clock);
  pthread_condattr_destroy (&clock);
  limit.isl = isl;
  limit.deadline = deadline;
  limit.missed = missed;
  limit.context = context;
  limit.is_ended = false;
  limit.is_running = !pthread_create (&limit.thread, NULL, watch, NULL);
}

void
rp_limit_end (void)
{
  if (!limit.is_running)
    return;
  pthread_mutex_lock (&limit.lock);
  limit.is_ended = true;
  pthread_cond_signal (&limit.ended);
  pthread_mutex_unlock (&limit.lock);
  pthread_join (limit.thread, NULL);
  limit.is_running = false;
  pthread_cond_destroy (&limit.ended);
}
