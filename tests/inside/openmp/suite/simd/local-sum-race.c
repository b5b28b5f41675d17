// A sum in a local variable that has no reduction clause.
// expect: race sum
#include <stdio.h>

int
main (void)
{
  int sum = 0;
#pragma omp simd
  for (int i = 0; i < 100; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
