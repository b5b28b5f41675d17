// Behind the first round one thread writes what another reads before the second; that one arrives at the second round
// before the other has left the first, which orders nothing.
// expect: race x
// at: 20 22
#include <omp.h>
#include <pthread.h>

static pthread_barrier_t barrier;
int x, seen;

int
main (void)
{
  pthread_barrier_init (&barrier, NULL, 3);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num ();
    pthread_barrier_wait (&barrier);
    if (me == 0)
      x = 1;
    if (me == 2)
      seen = x;
    pthread_barrier_wait (&barrier);
  }
  return seen > 1;
}
