// Iterations of one task of a strict taskloop follow each other: two tasks meet only where one grain ends.
// expect: race a
// compilers: gcc
// at: 17
#include <stdio.h>

static int a[12];

int
main (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskloop grainsize(strict : 5)
    for (int i = 0; i < 11; i++)
      a[i + 1] = a[i] + 1;
  }
  printf ("%d\n", a[11]);
  return 0;
}
