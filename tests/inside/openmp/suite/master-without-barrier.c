// master implies no barrier: the other threads may read before or while it writes.
// expect: race x
// at: 14 15
#include <stdio.h>

int x, total;

int
main (void)
{
#pragma omp parallel reduction(+ : total)
  {
#pragma omp master
    x = 7;
    total += x;
  }
  printf ("%d\n", total >= 0);
  return 0;
}
