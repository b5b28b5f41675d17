/* A thread of the program's own and the threads of a team wait at one barrier, several rounds; with C11's join. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

static pthread_barrier_t barrier;
static int value, sum;

static int
run (void *argument)
{
  for (int i = 0; i < 5; i++)
    {
      value = i + 1;
      pthread_barrier_wait (&barrier);
      pthread_barrier_wait (&barrier);
    }
  return *(int *) argument;
}

int
main (void)
{
  thrd_t thread;
  int one = 1, result = 0;
  pthread_barrier_init (&barrier, NULL, 3);
  thrd_create (&thread, run, &one);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 5; i++)
    {
      pthread_barrier_wait (&barrier);
      sum += value - omp_get_thread_num ();
      pthread_barrier_wait (&barrier);
    }
  thrd_join (thread, &result);
  pthread_barrier_destroy (&barrier);
  printf ("%d %d %d\n", value, sum - 5, result);
  return 0;
}
