// One thread holds a lock around a single that it executes in this run. Another thread could execute it without the lock.
// expect: race x
// at: 19 23
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
#pragma omp masked filter(1)
    {
      omp_set_lock (&lock);
      x = 1;
    }
#pragma omp single
    {
      x = 2;
    }
#pragma omp masked filter(1)
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x > 0);
  return 0;
}
