// One thread holds a lock around a loop. What it does there races with an iteration, which another thread could execute
// without the lock.
// expect: race x
// at: 20 24
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
#pragma omp masked filter(0)
    {
      omp_set_lock (&lock);
      x = 1;
    }
#pragma omp for nowait
    for (int i = 0; i < 1; i++)
      x = 2;
#pragma omp barrier
#pragma omp masked filter(0)
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x > 0);
  return 0;
}
