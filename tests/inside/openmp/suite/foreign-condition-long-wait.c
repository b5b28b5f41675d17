// A task waits for a condition while another one gives way many times, and a third waits with a time limit: no deadlock.
// expect: clean
// prints: 42 110
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t nobody;
int value, seen, late;

static void
wait_for_value (void)
{
  pthread_mutex_lock (&mutex);
  while (!value)
    pthread_cond_wait (&condition, &mutex);
  seen = value;
  pthread_mutex_unlock (&mutex);
}

static void
give_value (void)
{
  for (int i = 0; i < 30000; i++)
    sched_yield ();
  pthread_mutex_lock (&mutex);
  value = 42;
  pthread_cond_signal (&condition);
  pthread_mutex_unlock (&mutex);
}

static void
wait_in_vain (void)
{
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec++;
  if (sem_timedwait (&nobody, &until))
    late = errno;
}

int
main (void)
{
  sem_init (&nobody, 0, 0);
#pragma omp parallel num_threads(3)
#pragma omp sections
  {
#pragma omp section
    wait_for_value ();
#pragma omp section
    wait_in_vain ();
#pragma omp section
    give_value ();
  }
  printf ("%d %d\n", seen, late);
  return 0;
}
