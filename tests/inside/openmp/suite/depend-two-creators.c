// The tasks of two threads of a team are no siblings: their dependences do not order them.
// expect: race x
// at: 14
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp task depend(inout : x)
    x += 1;
  }
  printf ("%d\n", x);
  return 0;
}
