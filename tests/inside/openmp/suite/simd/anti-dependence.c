// An iteration overwrites what the one before it reads: at the same time, that may be too early.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp simd
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
