// Without single every thread creates the task: as many writers as threads.
// expect: race x
// at: 14
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp task
    x += 1;
  }
  printf ("%d\n", x);
  return 0;
}
