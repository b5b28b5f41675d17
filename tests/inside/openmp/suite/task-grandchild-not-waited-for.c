// taskwait waits for children only: the grandchild may still write when the creator reads.
// expect: race x
// at: 17 20
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task
      x = 1;
    }
#pragma omp taskwait
    printf ("%d\n", x);
  }
  return 0;
}
