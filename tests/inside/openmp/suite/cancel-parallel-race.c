// Threads count themselves without protection before the region is cancelled.
// expect: race entered
// at: 14
// environment: OMP_CANCELLATION=true
#include <stdio.h>

int entered;

int
main (void)
{
#pragma omp parallel
  {
    entered += 1;
#pragma omp cancel parallel
  }
  printf ("%d\n", entered);
  return 0;
}
