// What a team gets is a simd loop.
// expect: race a
// at: 14
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp teams num_teams(2)
#pragma omp distribute simd
  for (int i = 0; i < 100; i++)
    a[i / 50] += i;
  printf ("%d\n", a[99]);
  return 0;
}
