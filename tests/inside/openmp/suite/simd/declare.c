// Functions that a simd loop calls, each for its own element.
// expect: clean
// prints: 99
#include <stdio.h>

int a[100];

#pragma omp declare simd linear(i) notinbranch
static int
value (int i)
{
  return i;
}

int
main (void)
{
#pragma omp simd
  for (int i = 0; i < 100; i++)
    a[i] = value (i);
  printf ("%d\n", a[99]);
  return 0;
}
