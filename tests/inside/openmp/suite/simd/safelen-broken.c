// Iterations that depend on each other are nearer than safelen allows.
// expect: race b
// at: 11
#include <stdio.h>

static void
step (int *p, int distance)
{
#pragma omp simd safelen(4)
  for (int i = distance; i < 99; i++)
    p[i] = p[i - distance] - 1;
}

int
main (void)
{
  int b[99] = { 0 };
  step (b, 3);
  printf ("%d\n", b[98]);
  return 0;
}
