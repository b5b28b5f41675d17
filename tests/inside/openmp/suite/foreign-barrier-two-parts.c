// A barrier of POSIX for two threads of three orders these two.
// expect: clean
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

static int x, seen;

int
main (void)
{
  pthread_barrier_t *barrier = malloc (sizeof *barrier);
  pthread_barrier_init (barrier, NULL, 2);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      x = 1;
    if (me < 2 && pthread_barrier_wait (barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
      {
        pthread_barrier_destroy (barrier);
        free (barrier);
      }
    if (me == 1)
      seen = x;
  }
  return seen != 1;
}
