// The variable of a loop inside is declared outside: in C it is shared, and each iteration sets it.
// expect: race j
// compilers: gcc
#include <stdio.h>

int
main (void)
{
  static int a[100];
  int j;
#pragma omp simd
  for (int i = 0; i < 100; i++)
    for (j = 0; j < 3; j++)
      a[i] += j;
  printf ("%d\n", a[99]);
  return 0;
}
