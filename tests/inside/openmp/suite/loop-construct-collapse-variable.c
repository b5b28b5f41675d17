// The variables of a collapsed `loop` construct have their last values behind it.
// expect: clean
// prints: 10 10
// also: undecided
// compilers: gcc
#include <stdio.h>

static int a[10][10];

int
main (void)
{
  int i, j;
#pragma omp parallel loop collapse(2)
  for (i = 0; i < 10; i++)
    for (j = 0; j < 10; j++)
      a[i][j] = i;
  printf ("%d %d\n", i, j);
  return 0;
}
