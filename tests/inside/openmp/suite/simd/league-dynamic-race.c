// Chunks that the threads of a team take are simd loops.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp teams distribute parallel for simd num_teams(2) schedule(dynamic, 5)
  for (int i = 0; i < 100; i++)
    a[i / 5] += i;
  printf ("%d\n", a[99]);
  return 0;
}
