// Each thread holds a mutex of its own across a barrier, where it writes what the mutex protects.
// expect: clean
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

enum
{
  COUNT = 16
};

static pthread_mutex_t mutex[COUNT];
static int x[COUNT];

int
main (void)
{
  for (int i = 0; i < COUNT; i++)
    pthread_mutex_init (&mutex[i], NULL);
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num (), next = (me + 1) % omp_get_num_threads ();
    pthread_mutex_lock (&mutex[me]);
#pragma omp barrier
    x[me]++;
    pthread_mutex_unlock (&mutex[me]);
    pthread_mutex_lock (&mutex[next]);
    x[next]++;
    pthread_mutex_unlock (&mutex[next]);
  }
  printf ("%d\n", x[0]);
  return 0;
}
