/* Events of programs that use <raceproof/task.h>. */
#include "events.h"

#include <raceproof/task.h>

static rp_phaser *phaser;
static long phases; /* of each task on the phaser */

static void
prepare (long n)
{
  (void) n;
}

static void
do_nothing (void *argument)
{
  (void) argument;
}

static void *
return_argument (void *argument)
{
  return argument;
}

/* In one finish. */
static void
run_async (long n)
{
  rp_finish for (long i = 0; i < n; i++) rp_async (do_nothing, NULL);
}

static void
run_finish (long n)
{
  for (long i = 0; i < n; i++)
    rp_finish rp_async (do_nothing, NULL);
}

static void
do_nothing_at (long i, void *argument)
{
  (void) i;
  (void) argument;
}

static void
run_forall (long n)
{
  rp_forall (0, n, do_nothing_at, NULL);
}

static void
create_at (long i, void *argument)
{
  (void) i;
  rp_async (do_nothing, argument);
}

static void
run_forall_async (long n)
{
  rp_forall (0, n, create_at, NULL);
}

/* A new future each time. */
static void
run_future (long n)
{
  rp_finish for (long i = 0; i < n; i++) rp_future_get (rp_future_new (return_argument, NULL));
}

/* The same future each time. */
static void
run_get (long n)
{
  rp_finish
  {
    rp_future future = rp_future_new (return_argument, NULL);
    for (long i = 0; i < n; i++)
      rp_future_get (future);
  }
}

static void
advance (void *argument)
{
  (void) argument;
  for (long i = 0; i < phases; i++)
    rp_phaser_next (phaser);
}

/* The next of one of two tasks is an event. */
static void
run_phaser (long n)
{
  phases = n / 2;
  rp_finish
  {
    phaser = rp_phaser_new ();
    rp_async_phased (advance, NULL, phaser, RP_PHASER_SIGNAL_WAIT_MODE);
    advance (NULL);
    rp_phaser_drop (phaser);
  }
}

static const event events[] = { { "async", run_async },   { "finish", run_finish },
                                { "forall", run_forall }, { "forall-async", run_forall_async },
                                { "future", run_future }, { "get", run_get },
                                { "phaser", run_phaser }, { NULL, NULL } };

int
main (int count, char **arguments)
{
  return run_event (count, arguments, events, prepare);
}
