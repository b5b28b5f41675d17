// A thread of a region waits for a mutex that the thread which opened the region holds until its end.
// expect: deadlock
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

int
main (void)
{
  pthread_mutex_lock (&mutex);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 1)
    {
      pthread_mutex_lock (&mutex);
      x++;
      pthread_mutex_unlock (&mutex);
    }
  pthread_mutex_unlock (&mutex);
  printf ("%d\n", x);
  return 0;
}
