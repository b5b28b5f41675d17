// Iterations (i, j) and (i + 1, j + 1) of the collapsed loops touch the same element.
// expect: race m
// at: 14
#include <stdio.h>

int m[9][9];

int
main (void)
{
#pragma omp parallel for collapse(2)
  for (int i = 1; i < 9; i++)
    for (int j = 1; j < 9; j++)
      m[i][j] = m[i - 1][j - 1] + 1;
  printf ("%d\n", m[8][8]);
  return 0;
}
