// A simd loop inside of a parallel one: rows are apart, but elements of one row depend on each other.
// expect: race m
// at: 16
#include <stdio.h>

int m[10][100];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    {
#pragma omp simd
      for (int j = 1; j < 100; j++)
        m[i][j] = m[i][j - 1] + 1;
    }
  printf ("%d\n", m[9][99]);
  return 0;
}
