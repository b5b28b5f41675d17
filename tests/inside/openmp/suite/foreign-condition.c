// A thread waits for a condition variable until the other has written the data.
// expect: clean
// also: undecided
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, data;
int
main (void)
{
  int got = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 1)
      {
        pthread_mutex_lock (&m);
        data = 9;
        ready = 1;
        pthread_cond_signal (&c);
        pthread_mutex_unlock (&m);
      }
    else
      {
        pthread_mutex_lock (&m);
        while (!ready)
          pthread_cond_wait (&c, &m);
        got = data;
        pthread_mutex_unlock (&m);
      }
  }
  printf ("%d\n", got);
  return 0;
}
