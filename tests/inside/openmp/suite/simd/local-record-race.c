// Parts of a local structure, and a parameter, are shared by the iterations.
// expect: race sums
// expect: race bound
#include <stdio.h>

struct sums
{
  int even, odd;
};

static int
add (int bound)
{
  struct sums sums = { 0, 0 };
#pragma omp simd
  for (int i = 0; i < 100; i++)
    {
      if (i % 2)
        sums.odd += i;
      else
        sums.even += i;
      bound = bound > i ? bound - 1 : bound;
    }
  return sums.even + sums.odd + bound;
}

int
main (void)
{
  printf ("%d\n", add (1000));
  return 0;
}
