// The blocked sweep forgets the dependence on the block to the left.
// expect: race m
// at: 17
#include <stdio.h>

int m[5][5];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < 5; i++)
    for (int j = 1; j < 5; j++)
      {
#pragma omp task depend(in : m[i - 1][j]) depend(out : m[i][j])
        m[i][j] = m[i - 1][j] + m[i][j - 1] + 1;
      }
  printf ("%d\n", m[4][4]);
  return 0;
}
