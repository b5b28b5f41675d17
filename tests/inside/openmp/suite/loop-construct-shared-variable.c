// A `loop` construct inside of a parallel region that shares its variable: iterations are seen one by one.
// expect: clean
// prints: 100
// compilers: gcc
#include <stdio.h>

static int a[100];

int
main (void)
{
  int i;
#pragma omp parallel
  {
#pragma omp loop
    for (i = 0; i < 100; i++)
      a[i] = i;
  }
  printf ("%d\n", i);
  return 0;
}
