// A simd loop inside of a parallel one: rows are apart, and so are their elements.
// expect: clean
// prints: 198
#include <stdio.h>

int m[10][100];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    {
#pragma omp simd
      for (int j = 0; j < 100; j++)
        m[i][j] = 2 * j;
    }
  printf ("%d\n", m[9][99]);
  return 0;
}
