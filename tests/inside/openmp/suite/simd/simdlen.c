// Iterations that depend on each other are safelen apart.
// expect: clean
// prints: 25
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp simd simdlen(2) safelen(4)
  for (int i = 0; i < 100; i++)
    a[i] = a[i > 3 ? i - 4 : 100] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
