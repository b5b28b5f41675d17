// The mutexinoutset tasks exclude each other because of x, but a third one has no dependence at
// all.
// expect: race x
// at: 16 20
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x)
    x += 2;
#pragma omp task depend(mutexinoutset : x)
    x += 3;
#pragma omp task
    x += 4;
  }
  printf ("%d\n", x);
  return 0;
}
