// Two single nowait constructs may be executed by two threads at the same time.
// expect: race x
// at: 14 16
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp single nowait
    x += 1;
#pragma omp single nowait
    x += 2;
  }
  printf ("%d\n", x);
  return 0;
}
