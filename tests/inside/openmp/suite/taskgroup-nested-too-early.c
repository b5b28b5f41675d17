// After the inner taskgroup the task of the outer one may still run.
// expect: race a
// at: 17 23
#include <stdio.h>

int a, b;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      a = 1;
#pragma omp taskgroup
      {
#pragma omp task
        b = 2;
      }
      a += b;
    }
  }
  printf ("%d\n", a);
  return 0;
}
