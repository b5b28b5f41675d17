// The undeferred task has a deferred child of its own, for which nobody waits.
// expect: race x
// at: 17 19
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (0)
    {
#pragma omp task
      x = 4;
    }
    printf ("%d\n", x);
  }
  return 0;
}
