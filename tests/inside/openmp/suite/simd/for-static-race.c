// Iterations that a thread executes one after the other are one simd loop.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel for simd schedule(static)
  for (int i = 0; i < 100; i++)
    a[i] = a[i + 1] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
