// An ordered loop with a static schedule: its iterations are parts of what their threads do, which go on without a barrier.
// expect: clean
// expect-any: race a
// at: 17 20
#include <stdio.h>

int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) ordered nowait
    for (int i = 0; i < 40; i++)
#pragma omp ordered
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 40; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[39]);
  return 0;
}
