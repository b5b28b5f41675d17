// for simd over a loop whose iterations write into their neighbour's element.
// expect: race a
// at: 13
#include <stdio.h>

float a[65];

int
main (void)
{
#pragma omp parallel for simd
  for (int i = 0; i < 64; i++)
    a[i + 1] = a[i] + 1.0f;
  printf ("%g\n", a[0]);
  return 0;
}
