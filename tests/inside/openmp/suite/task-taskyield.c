// taskyield lets other tasks run but waits for none.
// expect: race x
// at: 15 17
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 1;
#pragma omp taskyield
    printf ("%d\n", x);
  }
  return 0;
}
