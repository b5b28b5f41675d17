// Tasks made in a single nowait are not complete when the other threads read.
// expect: race x
// at: 17 19
#include <stdio.h>

int x;

int
main (void)
{
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp single nowait
    {
#pragma omp task
      x = 3;
    }
    sum += x;
  }
  printf ("%d\n", sum >= 0);
  return 0;
}
