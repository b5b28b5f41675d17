// Iteration (i, j) waits for (i - 1, j), but reads what (i - 1, j + 1) writes after that.
// expect: race m
// at: 16
#include <stdio.h>

int m[8][8];

int
main (void)
{
#pragma omp parallel for collapse(1) ordered(2)
  for (int i = 1; i < 8; i++)
    for (int j = 1; j < 7; j++)
      {
#pragma omp ordered depend(sink : i - 1, j)
        m[i][j] = m[i - 1][j + 1] + 1;
#pragma omp ordered depend(source)
      }
  printf ("%d\n", m[7][6]);
  return 0;
}
