// The loop lacks its worksharing directive: every thread runs all iterations.
// expect: race a
// at: 13
#include <stdio.h>

int a[30];

int
main (void)
{
#pragma omp parallel
  for (int i = 0; i < 30; i++)
    a[i] += i;
  printf ("%d\n", a[29]);
  return 0;
}
