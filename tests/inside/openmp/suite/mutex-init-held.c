// A mutex that a task holds stays that mutex, whoever calls its initialisation or destruction meanwhile: EBUSY.
// expect: clean
// prints: 1 4
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

int sum, busy;

int
main (void)
{
  pthread_mutex_t mutex;
  pthread_mutex_init (&mutex, NULL);
#pragma omp parallel num_threads(4)
  {
    pthread_mutex_lock (&mutex);
    busy = pthread_mutex_destroy (&mutex) == EBUSY;
    sum++;
    pthread_mutex_unlock (&mutex);
  }
  pthread_mutex_destroy (&mutex);
  printf ("%d %d\n", busy, sum);
  return 0;
}
