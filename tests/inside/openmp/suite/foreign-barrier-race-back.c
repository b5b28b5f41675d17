// The same in the other direction: a slow thread writes behind the first round what a fast one has read before the
// second.
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
    if (me == 2)
      x = 1;
    if (me == 0)
      seen = x;
    pthread_barrier_wait (&barrier);
  }
  return seen > 1;
}
