// Every thread of the team increments a shared variable without protection.
// expect: race total
// at: 12
#include <stdio.h>

int total;

int
main (void)
{
#pragma omp parallel
  total++;
  printf ("%d\n", total);
  return 0;
}
