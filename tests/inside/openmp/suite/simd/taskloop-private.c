// A variable that is private to the iterations of a task.
// expect: clean
// prints: 198
#include <stdio.h>

int a[101];

int
main (void)
{
  int t;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop simd grainsize(50) private(t)
  for (int i = 0; i < 100; i++)
    a[i] = (t = i) + t;
  printf ("%d\n", a[99]);
  return 0;
}
