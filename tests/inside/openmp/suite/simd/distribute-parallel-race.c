// What a thread of a team gets is a simd loop.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp teams distribute parallel for simd num_teams(2) schedule(static)
  for (int i = 0; i < 100; i++)
    a[i + 1] = a[i] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
