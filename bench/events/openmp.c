/* Events of OpenMP programs that order or exclude. What a loop repeats is one event, without an
 * iteration around it: threads of a team count by themselves. */
#include "events.h"

#include <omp.h>

enum
{
  LOCKS = 1024,
  ADDRESSES = 64
};

static omp_lock_t locks[LOCKS];
static long counters[LOCKS], addresses[ADDRESSES];

static void
prepare (long n)
{
  (void) n;
  for (int i = 0; i < LOCKS; i++)
    omp_init_lock (&locks[i]);
}

/* Keeps the compiler from removing an empty body. */
static void
do_nothing (long i)
{
  __asm__ volatile("" : : "r"(i));
}

/* How many of N the thread has to do. */
static long
part_of (long n)
{
  return n / omp_get_num_threads ();
}

static void
run_iteration (long n)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    do_nothing (i);
}

static void
run_iteration_dynamic (long n)
{
#pragma omp parallel for schedule(dynamic)
  for (long i = 0; i < n; i++)
    do_nothing (i);
}

/* Waits for each task before the next one. */
static void
run_task (long n)
{
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < n; i++)
    {
#pragma omp task
      do_nothing (i);
#pragma omp taskwait
    }
}

/* Waits once, for all tasks. */
static void
run_tasks (long n)
{
#pragma omp parallel
#pragma omp single
  {
    for (long i = 0; i < n; i++)
      {
#pragma omp task
        do_nothing (i);
      }
#pragma omp taskwait
  }
}

static void
run_depend (long n)
{
#pragma omp parallel
#pragma omp single
  {
    for (long i = 0; i < n; i++)
      {
#pragma omp task depend(inout : addresses[i % ADDRESSES])
        do_nothing (i);
      }
#pragma omp taskwait
  }
}

/* All tasks read the same word, and so does the thread that makes them. */
static void
run_depend_read (long n)
{
#pragma omp parallel
#pragma omp single
  {
    for (long i = 0; i < n; i++)
      {
        do_nothing (counters[0]);
#pragma omp task depend(inout : addresses[i % ADDRESSES])
        do_nothing (counters[0]);
      }
#pragma omp taskwait
  }
}

static void
run_critical (long n)
{
#pragma omp parallel
  for (long i = 0, part = part_of (n); i < part; i++)
    {
#pragma omp critical
      do_nothing (i);
    }
}

/* Each in an iteration of its own, with an access to a word that all share. */
static void
run_critical_write (long n)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    {
#pragma omp critical
      counters[0] = i;
    }
}

static void
run_lock (long n)
{
#pragma omp parallel
  for (long i = 0, part = part_of (n); i < part; i++)
    {
      omp_set_lock (&locks[0]);
      do_nothing (i);
      omp_unset_lock (&locks[0]);
    }
}

static void
run_locks (long n)
{
#pragma omp parallel
  for (long i = 0, part = part_of (n); i < part; i++)
    {
      omp_lock_t *lock = &locks[i * 7919 % LOCKS];
      omp_set_lock (lock);
      do_nothing (i);
      omp_unset_lock (lock);
    }
}

static void
run_atomic (long n)
{
#pragma omp parallel
  for (long i = 0, part = part_of (n); i < part; i++)
    {
#pragma omp atomic
      counters[0]++;
    }
}

static void
run_atomics (long n)
{
#pragma omp parallel
  for (long i = 0, part = part_of (n); i < part; i++)
    {
#pragma omp atomic
      counters[i * 7919 % LOCKS]++;
    }
}

/* The barrier of one thread is an event. */
static void
run_barrier (long n)
{
#pragma omp parallel
  for (long i = 0, part = part_of (n); i < part; i++)
    {
#pragma omp barrier
      do_nothing (i);
    }
}

static const event events[]
  = { { "iteration", run_iteration }, { "iteration-dynamic", run_iteration_dynamic },
      { "task", run_task },           { "tasks", run_tasks },
      { "depend", run_depend },       { "depend-read", run_depend_read },
      { "critical", run_critical },   { "critical-write", run_critical_write },
      { "lock", run_lock },           { "locks", run_locks },
      { "atomic", run_atomic },       { "atomics", run_atomics },
      { "barrier", run_barrier },     { NULL, NULL } };

int
main (int count, char **arguments)
{
  return run_event (count, arguments, events, prepare);
}
