// target nowait: the host reads without waiting for the region.
// expect: race x
// at: 15 16
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait map(tofrom : x)
    x = 1;
    printf ("%d\n", x);
  }
  return 0;
}
