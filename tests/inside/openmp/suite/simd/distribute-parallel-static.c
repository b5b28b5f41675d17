// Each team has a parallel region of its own for each of the loops, at the end of which all is in order. The same
// iterations go to the same team by a chunk size.
// expect: clean
// expect-any: clean
// prints: 64
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp teams num_teams(2)
  {
#pragma omp distribute parallel for simd dist_schedule(static, 32) schedule(static)
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp distribute parallel for simd dist_schedule(static, 32) schedule(static)
    for (int i = 0; i < 64; i++)
      a[i] += 1;
  }
  printf ("%d\n", a[63]);
  return 0;
}
