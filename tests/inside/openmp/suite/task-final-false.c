// final(0): the children are ordinary tasks and race.
// expect: race x
// at: 17 19
#include <stdio.h>

int x, depth;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task final(depth > 2)
    {
#pragma omp task
      x += 1;
#pragma omp task
      x += 2;
    }
  }
  printf ("%d\n", x);
  return 0;
}
