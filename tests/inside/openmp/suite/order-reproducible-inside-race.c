// Iterations of one loop are concurrent, whatever its chunks.
// expect: race a
// compilers: gcc
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static, 8) order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      a[i / 2] = i;
  }
  printf ("%d\n", a[3]);
  return 0;
}
