// One thread holds a lock around sections, and the sections take another lock. The end of that other lock must not bring
// back the first one, under which the sections need not be executed.
// expect: race a
// at: 27 32
#include <omp.h>
#include <stdio.h>

static omp_lock_t around, inner;
static short a[4];

int
main (void)
{
  omp_init_lock (&around);
  omp_init_lock (&inner);
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    omp_set_lock (&around);
#pragma omp sections nowait
    {
#pragma omp section
      {
        omp_set_lock (&inner);
        a[1] = 1;
        omp_unset_lock (&inner);
        a[0] = 1;
      }
#pragma omp section
      {
        omp_set_lock (&inner);
        a[0] = 2;
        omp_unset_lock (&inner);
      }
    }
#pragma omp barrier
#pragma omp masked filter(1)
    omp_unset_lock (&around);
  }
  omp_destroy_lock (&around);
  omp_destroy_lock (&inner);
  printf ("%d\n", a[0] > 0);
  return 0;
}
