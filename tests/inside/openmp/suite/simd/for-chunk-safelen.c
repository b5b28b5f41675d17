// Iterations of one chunk that touch one element are safelen apart.
// expect: clean
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel for simd schedule(static, 4) safelen(2)
  for (int i = 0; i < 100; i++)
    a[i / 4 * 2 + i % 2] += i;
  printf ("%d\n", a[99]);
  return 0;
}
