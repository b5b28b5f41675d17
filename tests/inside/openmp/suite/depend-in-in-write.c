// Two tasks with depend(in) are not ordered with each other, yet one of them writes.
// expect: race x
// at: 15 17
#include <stdio.h>

int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(in : x)
    x += 1;
#pragma omp task depend(in : x)
    seen = x;
  }
  printf ("%d\n", seen);
  return 0;
}
