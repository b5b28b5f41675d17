// parallel for simd without the reduction that its sum needs.
// expect: race sum
// at: 13
#include <stdio.h>

int sum;

int
main (void)
{
#pragma omp parallel for simd
  for (int i = 0; i < 100; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
