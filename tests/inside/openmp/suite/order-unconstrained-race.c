// Without a reproducible schedule, equal loops need not give an iteration to the same thread.
// expect: race a
// compilers: gcc
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait order(unconstrained : concurrent)
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for nowait order(unconstrained : concurrent)
    for (int i = 0; i < 64; i++)
      a[i] += i;
  }
  printf ("%d\n", a[63]);
  return 0;
}
