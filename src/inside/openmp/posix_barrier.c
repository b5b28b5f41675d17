/* Barriers of POSIX, in OpenMP programs. Tasks that wait at a barrier take turns on one thread, and other
 * threads of the program may wait at the same barrier. So a barrier of our own serves tasks and threads. It is
 * kept in the memory of the program's pthread_barrier_t.
 *
 * Orders are recorded for tasks only. What a task does after a round comes after the arrivals of all tasks in this
 * round, but not after their arrivals in the next round, and a fast task may arrive at the next round before a slow
 * one has left this round. So rounds use two objects in turn: a task releases the round's object when it arrives, and
 * acquires it when it leaves. Two objects suffice if no more tasks and threads use the barrier than its count says:
 * then none of them arrives two rounds ahead of another. As with glibc, the function that destroys a barrier waits
 * until all have left. A task releases a third object when it leaves, and the task that destroys the barrier acquires
 * that object. */
#include "inside/openmp/posix.h"

#include <errno.h>
#include <sched.h>
#include <time.h>

/* A program may have functions of its own by these names. */
#pragma weak pthread_barrier_init
#pragma weak pthread_barrier_destroy
#pragma weak pthread_barrier_wait

typedef struct own_barrier
{
  unsigned count;
  unsigned arrived; /* threads that have arrived in this round */
  unsigned inside;  /* threads that have arrived and not left */
  unsigned round;
  int rounds[2], left; /* objects whose release and acquire express the order */
} own_barrier;

_Static_assert(sizeof (own_barrier) <= sizeof (pthread_barrier_t), "a barrier fits in");

static bool is_busy; /* some thread reads or writes a barrier */

static void
begin (void)
{
  while (__atomic_test_and_set (&is_busy, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void
end (void)
{
  __atomic_clear (&is_busy, __ATOMIC_RELEASE);
}

/* The caller arrives at BARRIER. Returns the number of the round. Stores in *IS_LAST whether the caller is the last to
 * arrive; then all may leave. */
static unsigned
arrive (own_barrier *barrier, bool *is_last)
{
  begin ();
  unsigned round = barrier->round;
  barrier->inside++;
  *is_last = ++barrier->arrived >= barrier->count;
  if (*is_last)
    {
      barrier->arrived = 0;
      barrier->round++;
    }
  end ();
  return round;
}

static bool
is_over (const own_barrier *barrier, unsigned round)
{
  begin ();
  bool is_over = barrier->round != round;
  end ();
  return is_over;
}

static bool
is_empty (const own_barrier *barrier)
{
  begin ();
  bool is_empty = !barrier->inside;
  end ();
  return is_empty;
}

/* Called by another thread of the program, not by a task: sleeps for a moment. */
static void
pause_thread (void)
{
  enum
  {
    WAIT_NS = 20 * 1000
  };
  nanosleep (&(struct timespec) { .tv_nsec = WAIT_NS }, NULL);
}

int
pthread_barrier_init (pthread_barrier_t *restrict memory,
                      const pthread_barrierattr_t *restrict attributes, unsigned count)
{
  (void) attributes;
  if (!count)
    return EINVAL;
  *(own_barrier *) memory = (own_barrier) { .count = count };
  return 0;
}

int
pthread_barrier_wait (pthread_barrier_t *memory)
{
  own_barrier *barrier = (own_barrier *) memory;
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  bool is_ours = rp_omp_is_ours (), is_last;
  const int *object = &barrier->rounds[__atomic_load_n (&barrier->round, __ATOMIC_RELAXED) & 1];
  if (is_ours)
    rp_omp_posix_release (object, sizeof *object, 0, pc);
  unsigned round = arrive (barrier, &is_last);
  rp_omp_turns turns = { 0 };
  while (!is_over (barrier, round))
    if (is_ours)
      rp_omp_take_turn (&turns, RP_WAIT_PTHREAD_BARRIER, pc);
    else
      pause_thread ();
  if (is_ours)
    {
      rp_omp_posix_acquire (object, sizeof *object, false, pc);
      rp_omp_posix_release (&barrier->left, sizeof barrier->left, 0, pc);
    }
  begin ();
  barrier->inside--;
  end ();
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int
pthread_barrier_destroy (pthread_barrier_t *memory)
{
  own_barrier *barrier = (own_barrier *) memory;
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  bool is_ours = rp_omp_is_ours ();
  rp_omp_turns turns = { 0 };
  while (!is_empty (barrier))
    if (is_ours)
      rp_omp_take_turn (&turns, RP_WAIT_BARRIER_IN_USE, pc);
    else
      pause_thread ();
  if (is_ours)
    rp_omp_posix_acquire (&barrier->left, sizeof barrier->left, true, pc);
  return 0;
}
