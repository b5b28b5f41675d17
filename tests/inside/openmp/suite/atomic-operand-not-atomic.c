// atomic covers the update of total, not the evaluation of the other operand.
// expect: race weight
// at: 16 19
#include <stdio.h>

int total, weight = 1;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp atomic
      total += weight;
    }
#pragma omp section
    weight = 2;
  }
  printf ("%d\n", total);
  return 0;
}
