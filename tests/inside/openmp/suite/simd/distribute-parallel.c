// Each iteration has an element of its own.
// expect: clean
// prints: 99
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp teams distribute parallel for simd num_teams(2) schedule(static)
  for (int i = 0; i < 100; i++)
    a[i] = i;
  printf ("%d\n", a[99]);
  return 0;
}
