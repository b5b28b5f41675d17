// Counts in a local array: the iterations add to the same one.
// expect: race counts
#include <stdio.h>

int
main (void)
{
  int counts[4] = { 0 };
#pragma omp simd
  for (int i = 0; i < 100; i++)
    counts[i % 4] += 1;
  printf ("%d\n", counts[0]);
  return 0;
}
