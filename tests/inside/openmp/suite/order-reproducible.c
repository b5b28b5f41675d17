// Equal loops with a reproducible schedule: an iteration comes after the same iteration of the loop before.
// expect: clean
// expect-any: race a
// compilers: gcc
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait schedule(dynamic, 2) order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for nowait schedule(dynamic, 2) order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      a[i] += i;
#pragma omp for schedule(dynamic, 2) order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      a[i] += 1;
  }
  printf ("%d\n", a[63]);
  return 0;
}
