// The last iteration reads and writes what others read.
// expect: race a
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp simd
  for (int i = 0; i < 100; i++)
    if (a[100] == i - 99)
      a[100]++;
  printf ("%d\n", a[99]);
  return 0;
}
