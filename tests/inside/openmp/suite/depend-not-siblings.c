// Dependences order siblings only: the tasks of two different parents are not ordered.
// expect: race x
// at: 17 22
#include <stdio.h>

int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task depend(out : x)
      x = 1;
    }
#pragma omp task
    {
#pragma omp task depend(in : x)
      seen = x;
    }
  }
  printf ("%d\n", seen);
  return 0;
}
