// Loops without iterations that are dealt out to teams: nobody writes their variables, which are shared outside.
// expect: clean
#include <stdio.h>

static int a[100];

__attribute__ ((noinline)) static int
run (int from, int to)
{
  int i = 7, j = 8, k = 9, m = 10, n = 11;
#pragma omp target teams distribute simd
  for (i = from; i < to; i++)
    a[i] = i;
#pragma omp teams distribute parallel for simd
  for (j = from; j < to; j++)
    a[j] = j;
#pragma omp target teams distribute parallel for simd
  for (k = from; k < to; k++)
    a[k] = k;
#pragma omp teams
#pragma omp distribute simd collapse(2)
  for (m = from; m < to; m++)
    for (n = 0; n < 2; n++)
      a[m] = m;
  return i + j + k + m + n;
}

int
main (void)
{
  printf ("%d\n", run (50, 10) > 0);
  return 0;
}
