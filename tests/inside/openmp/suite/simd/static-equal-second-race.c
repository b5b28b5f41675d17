// Only the second of the two loops is one with simd.
// expect: race a
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for simd schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] += 1;
  }
  printf ("%d\n", a[63]);
  return 0;
}
