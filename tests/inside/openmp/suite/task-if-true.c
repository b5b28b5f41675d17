// The if clause holds: the task is deferred and its creator does not wait.
// expect: race x
// at: 15 16
#include <stdio.h>

int x, n = 30;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (n > 20)
    x = 4;
    printf ("%d\n", x);
  }
  return 0;
}
