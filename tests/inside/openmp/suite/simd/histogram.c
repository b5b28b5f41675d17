// Without an ordered region, two iterations count in one element.
// expect: race counts
// at: 15
#include <stdio.h>

int counts[4], keys[100];

int
main (void)
{
  for (int i = 0; i < 100; i++)
    keys[i] = i * 7 % 4;
#pragma omp simd
  for (int i = 0; i < 100; i++)
    counts[keys[i]]++;
  printf ("%d\n", counts[0]);
  return 0;
}
