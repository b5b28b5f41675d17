// The condition does not hold: iterations are executed one after the other.
// expect: clean
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp simd if(a[5])
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
