// A target region on the host: its iterations are a simd loop.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp target simd map(tofrom: a)
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
