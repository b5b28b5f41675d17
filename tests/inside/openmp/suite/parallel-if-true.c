// The if clause holds, so the region has a team and its plain increments race.
// expect: race total
// at: 12
#include <stdio.h>

int total, size = 100;

int
main (void)
{
#pragma omp parallel if (size > 10)
  total++;
  printf ("%d\n", total);
  return 0;
}
