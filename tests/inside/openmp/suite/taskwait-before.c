// The taskwait stands before the task that it should wait for.
// expect: race x
// at: 16 17
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskwait
#pragma omp task
    x = 1;
    printf ("%d\n", x);
  }
  return 0;
}
