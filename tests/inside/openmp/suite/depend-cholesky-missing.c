// A factorisation by blocks: a task names one of the two blocks that it reads.
// expect: race A
#include <stdio.h>
#define NT 4
static double A[NT][NT];
int
main (void)
{
  for (int i = 0; i < NT; i++)
    for (int j = 0; j <= i; j++)
      A[i][j] = 1 + i + j;
#pragma omp parallel
#pragma omp master
  for (int k = 0; k < NT; k++)
    {
#pragma omp task depend(inout : A[k][k])
      A[k][k] += 1;
      for (int i = k + 1; i < NT; i++)
        {
#pragma omp task depend(in : A[k][k]) depend(inout : A[i][k])
          A[i][k] /= A[k][k];
        }
      for (int i = k + 1; i < NT; i++)
        for (int j = k + 1; j <= i; j++)
          {
#pragma omp task depend(in : A[i][k]) depend(inout : A[i][j])
            A[i][j] -= A[i][k] * A[j][k];
          }
    }
  printf ("%f\n", A[NT - 1][NT - 1]);
  return 0;
}
