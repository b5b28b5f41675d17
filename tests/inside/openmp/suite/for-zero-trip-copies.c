// Loops without iterations: no thread has the last iteration, so none writes the loop variable or a lastprivate one.
// expect: clean
// plain: what a lastprivate variable is after no iteration is not specified
#include <stdio.h>

static int a[64];

static __attribute__ ((noinline)) void
count (int n)
{
  int i, j, last = 1;
  long k;
#pragma omp parallel num_threads(3)
  {
#pragma omp for simd schedule(static)
    for (i = 30; i != n; i++)
      a[i]++;
#pragma omp for lastprivate(last, k) schedule(static, 2)
    for (k = 30; k != n; k++)
      last = a[k]++;
#pragma omp for simd collapse(2) schedule(dynamic)
    for (i = 0; i < 10; i++)
      for (j = 30; j < n; j++)
        a[i]++;
#pragma omp for lastprivate(last) nowait
    for (int m = n; m < 30; m++)
      last = a[m]++;
  }
  printf ("%d %d\n", i, last >= 0);
}

int
main (void)
{
  count (30);
  return a[30];
}
