// A local variable that iterations write and none reads.
// expect: race last
// compilers: gcc
#include <stdio.h>

int
main (void)
{
  int last = 0;
#pragma omp simd
  for (int i = 0; i < 100; i++)
    last = i;
  printf ("%d\n", last);
  return 0;
}
