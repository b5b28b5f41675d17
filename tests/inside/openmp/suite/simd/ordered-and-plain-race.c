// An ordered region and what stands outside of one have no order.
// expect: race a
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp simd
  for (int i = 0; i < 100; i++)
    {
#pragma omp ordered simd
      a[i] = i;
      a[100] += i ? a[i - 1] : 0;
    }
  printf ("%d\n", a[99]);
  return 0;
}
