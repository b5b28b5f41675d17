// The iterations of a task are a simd loop.
// expect: race a
// at: 15
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop simd grainsize(50)
  for (int i = 0; i < 100; i++)
    a[i / 50] += i;
  printf ("%d\n", a[99]);
  return 0;
}
