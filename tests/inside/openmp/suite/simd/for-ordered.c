// What iterations do to one element is in order, in an ordered region.
// expect: clean
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel for simd ordered schedule(static, 4)
  for (int i = 0; i < 100; i++)
    {
#pragma omp ordered simd
      a[i / 4] += i;
    }
  printf ("%d\n", a[99]);
  return 0;
}
