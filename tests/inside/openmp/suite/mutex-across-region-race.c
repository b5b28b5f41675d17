// What the first thread does in a region is under the mutexes that it locked outside; the other thread has none.
// expect: race x
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
  if (omp_get_thread_num () == 0)
    x += 7;
  else
    x *= 3;
  pthread_mutex_unlock (&mutex);
  printf ("%d\n", x);
  return 0;
}
