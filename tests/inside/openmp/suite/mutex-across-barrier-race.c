// Each thread holds a mutex of its own across a barrier: two mutexes do not exclude each other.
// expect: race x
// at: 19
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    pthread_mutex_lock (&mutex[me]);
#pragma omp barrier
    x++;
    pthread_mutex_unlock (&mutex[me]);
  }
  printf ("%d\n", x > 0);
  return 0;
}
