// nowait on the first construct: its section may still write while the second one reads.
// expect: race x
// at: 16 21
#include <stdio.h>

int x, z;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp sections nowait
    {
#pragma omp section
      x = 1;
    }
#pragma omp sections
    {
#pragma omp section
      z = x;
    }
  }
  printf ("%d\n", z);
  return 0;
}
