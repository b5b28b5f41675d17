// order(concurrent): two iterations of one chunk of a static schedule have no order, either.
// expect: race pair
// flags: -fopenmp-version=51
// compilers: clang
// at: 15
#include <stdio.h>

int pair[20];

int
main (void)
{
#pragma omp parallel for schedule(static, 8) order(concurrent)
  for (int i = 0; i < 40; i++)
    pair[i / 2] += i;
  printf ("%d\n", pair[3]);
  return 0;
}
