// taskwait with a dependence on x does not wait for the writer of y.
// expect: race y
// at: 17 19
#include <stdio.h>

int x, y;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 2;
#pragma omp task depend(out : y)
    y = 3;
#pragma omp taskwait depend(in : x)
    printf ("%d %d\n", x, y);
  }
  return 0;
}
