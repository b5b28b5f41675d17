// All threads wait for a condition that nobody signals.
// expect: deadlock
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    pthread_mutex_lock (&m);
    while (!ready)
      pthread_cond_wait (&c, &m);
    pthread_mutex_unlock (&m);
  }
  return 0;
}
