// Two mutexinoutset dependences on different variables do not exclude each other.
// expect: race total
// at: 15 17
#include <stdio.h>

int x, y, total;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x)
    total += 2;
#pragma omp task depend(mutexinoutset : y)
    total += 3;
  }
  printf ("%d %d %d\n", x, y, total);
  return 0;
}
