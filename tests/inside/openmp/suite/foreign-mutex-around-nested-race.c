// The thread that holds a mutex around a loop opens a nested team in an iteration. Both loops have elements of their own; the
// variable that all iterations change is one that the mutex of thread 0 does not protect.
// expect: race shared
// at: 19
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int b[8][4], shared;

int
main (void)
{
  pthread_mutex_lock (&mutex);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++)
    {
      if (i < 2)
        shared++;
#pragma omp parallel for num_threads(2)
      for (int j = 0; j < 4; j++)
        b[i][j] = i;
    }
  pthread_mutex_unlock (&mutex);
  printf ("%d\n", b[7][3]);
  return 0;
}
