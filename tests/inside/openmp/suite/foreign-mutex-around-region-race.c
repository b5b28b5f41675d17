// A function holds a mutex while it executes a parallel loop. Only thread 0 has the mutex, so two iterations that it
// executes in this run still race.
// expect: race b
// at: 17
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int b[8];

int
main (void)
{
  pthread_mutex_lock (&mutex);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++)
    b[i == 0 ? 1 : i] = i;
  pthread_mutex_unlock (&mutex);
  printf ("%d\n", b[7]);
  return 0;
}
