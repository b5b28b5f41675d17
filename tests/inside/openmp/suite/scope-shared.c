// scope is executed by every thread of the team: it protects nothing.
// expect: race total
// at: 15
// compilers: gcc
#include <stdio.h>

int total;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp scope
    total += 1;
  }
  printf ("%d\n", total);
  return 0;
}
