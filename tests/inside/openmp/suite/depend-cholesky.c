// A factorisation by blocks, whose tasks are ordered by the blocks that they name.
// expect: clean
#include <math.h>
#include <stdio.h>
#define NT 5
#define B 6
static double A[NT][NT][B][B];
static void
potrf (double (*a)[B])
{
  for (int k = 0; k < B; k++)
    {
      a[k][k] = sqrt (a[k][k]);
      for (int i = k + 1; i < B; i++)
        a[i][k] /= a[k][k];
      for (int j = k + 1; j < B; j++)
        for (int i = j; i < B; i++)
          a[i][j] -= a[i][k] * a[j][k];
    }
}
static void
trsm (double (*l)[B], double (*a)[B])
{
  for (int r = 0; r < B; r++)
    for (int k = 0; k < B; k++)
      {
        for (int j = 0; j < k; j++)
          a[r][k] -= a[r][j] * l[k][j];
        a[r][k] /= l[k][k];
      }
}
static void
gemm (double (*x)[B], double (*y)[B], double (*c)[B])
{
  for (int i = 0; i < B; i++)
    for (int j = 0; j < B; j++)
      for (int k = 0; k < B; k++)
        c[i][j] -= x[i][k] * y[j][k];
}
int
main (void)
{
  for (int i = 0; i < NT; i++)
    for (int j = 0; j <= i; j++)
      for (int x = 0; x < B; x++)
        for (int y = 0; y < B; y++)
          A[i][j][x][y] = (i == j && x == y) ? 100 : 1.0 / (1 + i + j + x + y);
#pragma omp parallel
#pragma omp master
  for (int k = 0; k < NT; k++)
    {
#pragma omp task depend(inout : A[k][k])
      potrf (A[k][k]);
      for (int i = k + 1; i < NT; i++)
        {
#pragma omp task depend(in : A[k][k]) depend(inout : A[i][k])
          trsm (A[k][k], A[i][k]);
        }
      for (int i = k + 1; i < NT; i++)
        for (int j = k + 1; j <= i; j++)
          {
#pragma omp task depend(in : A[i][k], A[j][k]) depend(inout : A[i][j])
            gemm (A[i][k], A[j][k], A[i][j]);
          }
    }
  printf ("%f\n", A[NT - 1][NT - 1][B - 1][B - 1]);
  return 0;
}
