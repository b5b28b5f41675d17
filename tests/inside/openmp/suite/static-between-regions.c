// A static scalar that one thread writes in each region, and the others read behind the barrier.
// expect: clean
// flags: -O2
#include <stdio.h>

static int limit;
static int got[64];

int
main (void)
{
  for (int k = 1; k < 4; k++)
#pragma omp parallel
    {
#pragma omp single
      limit = k;
#pragma omp for
      for (int i = 0; i < 64; i++)
        got[i] += limit;
    }
  printf ("%d\n", got[63]);
  return 0;
}
