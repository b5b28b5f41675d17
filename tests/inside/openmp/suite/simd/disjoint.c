// Iterations write even elements and read odd ones.
// expect: clean
// prints: 99
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int *a = calloc (200, sizeof *a);
#pragma omp simd
  for (int i = 0; i < 100; i++)
    a[2 * i] = a[2 * i + 1] + i;
  printf ("%d\n", a[198]);
  free (a);
  return 0;
}
