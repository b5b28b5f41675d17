// A task that is not ordered with the cancellation may have begun before it: what it does is checked, though another
// task of its group cancelled first in this run.
// expect: race shared
// at: 19 23
// environment: OMP_CANCELLATION=true
#include <stdio.h>

int shared;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task
    {
      shared = 1;
#pragma omp cancel taskgroup
    }
#pragma omp task
    shared = 2;
  }
  printf ("%d\n", shared);
  return 0;
}
