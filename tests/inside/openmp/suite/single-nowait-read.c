// single nowait has no barrier at its end: other threads read while one writes.
// expect: race x
// at: 14 15
#include <stdio.h>

int x, total;

int
main (void)
{
#pragma omp parallel reduction(+ : total)
  {
#pragma omp single nowait
    x = 7;
    total += x;
  }
  printf ("%d\n", total >= 0);
  return 0;
}
