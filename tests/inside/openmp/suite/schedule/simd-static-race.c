// `for simd` with a static schedule: which blocks the threads have of the second loop is another matter
// [OpenMP 5.1, 2.11.4].
// expect: race a
#include <stdio.h>

int a[41], b[41];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for simd schedule(static) nowait
    for (int i = 0; i <= 40; i++)
      a[i] = i;
#pragma omp for simd schedule(static)
    for (int i = 0; i <= 40; i++)
      b[i] = 2 * a[i];
  }
  printf ("%d\n", b[40]);
  return 0;
}
