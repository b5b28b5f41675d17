// Fewer threads come to a barrier of POSIX than it waits for.
// expect: deadlock
#include <pthread.h>

static pthread_barrier_t barrier;

int
main (void)
{
  pthread_barrier_init (&barrier, NULL, 3);
#pragma omp parallel num_threads(2)
  pthread_barrier_wait (&barrier);
  return 0;
}
