// One side multiplies the double atomically, the other adds to it without atomic.
// expect: race product
// at: 16 19
#include <stdio.h>

double product = 1.0;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp atomic
      product *= 2.0;
    }
#pragma omp section
    product += 1.0;
  }
  printf ("%g\n", product);
  return 0;
}
