// A `loop` construct inside of a parallel region that shares its variable: neighbours write the same element.
// expect: race a
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
      a[i / 2] = i;
  }
  printf ("%d\n", i + a[3]);
  return 0;
}
