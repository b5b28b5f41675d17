// The loop over rows runs in parallel, but each row needs the one above.
// expect: race m
// at: 14
#include <stdio.h>

int m[10][10];

int
main (void)
{
#pragma omp parallel for
  for (int i = 1; i < 10; i++)
    for (int j = 0; j < 10; j++)
      m[i][j] = m[i - 1][j] + 1;
  printf ("%d\n", m[9][9]);
  return 0;
}
