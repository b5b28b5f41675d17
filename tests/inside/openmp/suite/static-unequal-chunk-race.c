// A loop with a chunk size and one without need not be dealt out in the same way, even if this run does.
// expect: race a
// expect: race b
#include <stdio.h>

static int a[64], b[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static, 16) nowait
    for (int i = 0; i < 64; i++)
      a[i] += i;
#pragma omp barrier
#pragma omp for schedule(static, 16) nowait
    for (int i = 0; i < 64; i++)
      b[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      b[i] += i;
  }
  printf ("%d\n", a[63] + b[63]);
  return 0;
}
