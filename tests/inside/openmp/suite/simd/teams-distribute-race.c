// Elements of one team depend on each other.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp teams distribute simd num_teams(2)
  for (int i = 0; i < 100; i++)
    a[i / 50] += i;
  printf ("%d\n", a[99]);
  return 0;
}
