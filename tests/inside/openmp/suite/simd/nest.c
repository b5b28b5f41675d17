// A nest of two loops, some of whose iterations are left early.
// expect: clean
// prints: 90
#include <stdio.h>

int g[100];

int
main (void)
{
  int n = 0;
#pragma omp simd collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      {
        if (j == 3)
          continue;
        g[10 * i + j] = 1;
      }
  for (int i = 0; i < 100; i++)
    n += g[i];
  printf ("%d\n", n);
  return 0;
}
