// The creator reads the result of its child without waiting for it.
// expect: race result
// at: 15 16
#include <stdio.h>

int result;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    result = 42;
    printf ("%d\n", result);
  }
  return 0;
}
