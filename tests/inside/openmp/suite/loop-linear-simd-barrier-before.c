// gcc puts a barrier between the start of the construct and its first iteration, because of the linear clause.
// expect: clean
// prints: 64 76
#include <stdio.h>

static int a[64];

static void __attribute__ ((noinline))
fill (int *r, int *s)
{
  int from = *r, step = *s;
#pragma omp parallel for simd linear(from) linear(step : 1) num_threads(2)
  for (int i = 0; i < 64; i++)
    {
      a[i] = from + step;
      from++;
      step++;
    }
  *r = from;
  *s = step;
}

int
main (void)
{
  int r = 0, s = 12;
  fill (&r, &s);
  printf ("%d %d\n", r, s);
  return 0;
}
