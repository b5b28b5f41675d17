// priority is a hint for the scheduler and orders nothing.
// expect: race x
// at: 15 17
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task priority(10)
    x = 1;
#pragma omp task priority(0)
    x += 2;
  }
  printf ("%d\n", x);
  return 0;
}
