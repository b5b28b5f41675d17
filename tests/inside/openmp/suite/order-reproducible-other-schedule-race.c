// Loops with different schedules, or different numbers of iterations, do not correspond.
// expect: race a
// expect: race b
// compilers: gcc
#include <stdio.h>

static int a[64], b[64];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait schedule(dynamic, 2) order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for nowait schedule(dynamic, 4) order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      a[i] += i;
#pragma omp for nowait order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      b[i] = i;
#pragma omp for nowait order(reproducible : concurrent)
    for (int i = 0; i < 63; i++)
      b[i] += i;
  }
  printf ("%d\n", a[63] + b[7]);
  return 0;
}
