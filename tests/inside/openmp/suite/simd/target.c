// A target region on the host: each iteration has an element of its own.
// expect: clean
// prints: 99
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp target simd map(tofrom: a)
  for (int i = 0; i < 100; i++)
    a[i] = i;
  printf ("%d\n", a[99]);
  return 0;
}
