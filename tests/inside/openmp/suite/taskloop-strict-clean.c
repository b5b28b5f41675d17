// A sum for each strict grain: iterations of one task are in order, those of others use other elements.
// expect: clean
// compilers: gcc
// prints: 10 35 10
#include <stdio.h>

static int sum[3];

int
main (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskloop grainsize(strict : 5)
    for (int i = 0; i < 11; i++)
      sum[i / 5] += i;
  }
  printf ("%d %d %d\n", sum[0], sum[1], sum[2]);
  return 0;
}
