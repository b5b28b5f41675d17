// The single may be executed by another thread than the master, at the same time.
// expect: race x
// at: 14 16
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp master
    x = 1;
#pragma omp single
    x += 2;
  }
  printf ("%d\n", x);
  return 0;
}
