// The iterations of a task that touch one element are safelen apart.
// expect: clean
// compilers: gcc
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop simd grainsize(strict: 2) safelen(1)
  for (int i = 0; i < 100; i++)
    a[i / 2] += i;
  printf ("%d\n", a[99]);
  return 0;
}
