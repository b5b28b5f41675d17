// A chunk of a dynamic schedule is a simd loop.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel for simd schedule(dynamic, 4)
  for (int i = 0; i < 100; i++)
    a[i / 4] += i;
  printf ("%d\n", a[99]);
  return 0;
}
