// A task uses a variable of its creator, which ends without waiting for the task: in another schedule the variable is
// gone by then, and its memory may be another task's.
// expect: race x
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
  {
    int x = 1;
#pragma omp task shared(x)
    {
#pragma omp atomic
      sum += x;
    }
  }
  printf ("%d\n", sum);
  return 0;
}
