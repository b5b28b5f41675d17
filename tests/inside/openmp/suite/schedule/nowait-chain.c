// Four equal static loops without a barrier between them, over a nest that is collapsed.
// expect: clean
// expect-any: race a
// expect-any: race b
// prints: 63 189
#include <stdio.h>

int a[8][8], b[8][8];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for collapse(2) schedule(static) nowait
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        a[i][j] = 8 * i + j;
#pragma omp for collapse(2) schedule(static) nowait
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        b[i][j] = 2 * a[i][j];
#pragma omp for collapse(2) schedule(static) nowait
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        b[i][j] += a[i][j];
#pragma omp for collapse(2) schedule(static) nowait
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        a[i][j] = a[i][j] + b[i][j] - b[i][j];
  }
  printf ("%d %d\n", a[7][7], b[7][7]);
  return 0;
}
