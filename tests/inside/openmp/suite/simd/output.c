// All iterations write one variable, which is not private.
// expect: race last
// at: 13
#include <stdio.h>

int last, a[100];

int
main (void)
{
#pragma omp simd
  for (int i = 0; i < 100; i++)
    { a[i] = i; last = i; }
  printf ("%d %d\n", last, a[5]);
  return 0;
}
