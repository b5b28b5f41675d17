// The body hands its own copy of a linear variable to a function, by its address.
// expect: clean
// prints: 300
// compilers: gcc
// flags: -O0
#include <stdio.h>

static int a[100];

static void
step (int *k)
{
  *k += 3;
}

int
main (void)
{
  int k = 0;
#pragma omp simd linear(k : 3)
  for (int i = 0; i < 100; i++)
    {
      a[i] = k;
      step (&k);
    }
  printf ("%d\n", k);
  return 0;
}
