// A thread that adds to a counter does not know who it is: two sections may run at the same time.
// expect: race r
#include <stdio.h>

int x, r;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    x += 1;
#pragma omp sections nowait
    {
#pragma omp section
      r += 1;
#pragma omp section
      {
      }
#pragma omp section
      r = 1;
    }
  }
  printf ("%d %d\n", x, r);
  return 0;
}
