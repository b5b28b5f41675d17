// Two masked regions with different filters are executed by two different threads.
// expect: race x
// at: 14 16
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(0)
    x += 1;
#pragma omp masked filter(1)
    x += 2;
  }
  printf ("%d\n", x);
  return 0;
}
