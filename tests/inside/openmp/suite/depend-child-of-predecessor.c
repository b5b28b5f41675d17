// The successor waits for the task it depends on, not for that task's children.
// expect: race x
// at: 17 20
#include <stdio.h>

int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    {
#pragma omp task
      x = 1;
    }
#pragma omp task depend(in : x)
    seen = x;
  }
  printf ("%d\n", seen);
  return 0;
}
