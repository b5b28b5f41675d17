// A barrier of POSIX for two threads of three orders these two; the third one reads without it.
// expect: race x
#include <omp.h>
#include <pthread.h>

static pthread_barrier_t barrier;
int x, seen[3];

int
main (void)
{
  pthread_barrier_init (&barrier, NULL, 2);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      x = 1;
    if (me < 2)
      pthread_barrier_wait (&barrier);
    if (me == 1)
      seen[me] = x;
    if (me == 2) seen[me] = x;
  }
  return seen[1] != 1;
}
