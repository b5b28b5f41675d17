// Both loops are static, but their chunk sizes differ: iteration i is not the same thread's.
// expect: race a
// at: 15 18
#include <stdio.h>

int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 40; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[39]);
  return 0;
}
