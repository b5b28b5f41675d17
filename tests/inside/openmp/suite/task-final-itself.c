// final says something of the task's children; the final task itself may be deferred.
// expect: race x
// at: 15 16
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task final(1)
    x = 1;
    printf ("%d\n", x);
  }
  return 0;
}
