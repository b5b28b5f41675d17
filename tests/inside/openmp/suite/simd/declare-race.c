// A function that a simd loop calls keeps count in one variable.
// expect: race calls
// at: 12
#include <stdio.h>

int calls, a[100];

__attribute__ ((noinline)) int
value (int i)
{
  a[i] = i;
  calls++;
  return i;
}

int
main (void)
{
  int sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += value (i);
  printf ("%d %d\n", calls, sum);
  return 0;
}
