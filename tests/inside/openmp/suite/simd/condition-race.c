// The condition holds.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp simd if(simd: !a[5])
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
