// What iterations do to one element is in order, in an ordered region.
// expect: clean
// prints: 25 25 25 25
#include <stdio.h>

int counts[4], keys[100];

int
main (void)
{
  for (int i = 0; i < 100; i++)
    keys[i] = i * 7 % 4;
#pragma omp simd
  for (int i = 0; i < 100; i++)
    {
      int key = keys[i];
#pragma omp ordered simd
      {
        counts[key]++;
      }
    }
  printf ("%d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
  return 0;
}
