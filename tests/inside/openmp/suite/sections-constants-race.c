// Each section only stores a number: optimizers make one store of the two, which has one place.
// expect: race x
// at: 16 18
// flags: -O2
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp sections
  {
#pragma omp section
    x = 1;
#pragma omp section
    x = 2;
  }
  printf ("%d\n", x > 0);
  return 0;
}
