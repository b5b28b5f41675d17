// A thread holds a lock across a barrier, another waits for the lock before it comes to the barrier.
// expect: deadlock
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int x;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock (&lock);
#pragma omp barrier
    x++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x);
  return 0;
}
