// A nest of two loops: iterations of different rows write one element.
// expect: race column
// at: 14
#include <stdio.h>

int column[10];

int
main (void)
{
#pragma omp simd collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      column[j] += i;
  printf ("%d\n", column[3]);
  return 0;
}
