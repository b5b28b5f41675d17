// The variable of a loop that is dealt out to teams has its last value behind it.
// expect: clean
// prints: 100 100
#include <stdio.h>

static int a[100];

int
main (void)
{
  int i, j;
#pragma omp teams distribute simd
  for (i = 0; i < 100; i++)
    a[i] = i;
#pragma omp teams distribute parallel for simd
  for (j = 0; j < 100; j++)
    a[j] = j;
  printf ("%d %d\n", i, j);
  return 0;
}
