// Outside of parallel regions: two regions of the device run beside each other if no dependence orders them.
// expect: race x
// at: 13 15
#include <stdio.h>

int x, y;

int
main (void)
{
  int unused = 0;
#pragma omp target nowait map(tofrom : x) depend(out : x)
  x = 1;
#pragma omp target nowait map(tofrom : x, y) depend(in : unused)
  y = x;
#pragma omp taskwait
  printf ("%d\n", y >= 0);
  return 0;
}
