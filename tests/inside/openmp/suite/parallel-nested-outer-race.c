// Inner regions join their own threads only: the two outer threads still race on total.
// expect: race total
// at: 18
#include <omp.h>
#include <stdio.h>

int total;

int
main (void)
{
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      total += 1;
    }
  }
  printf ("%d\n", total);
  return 0;
}
