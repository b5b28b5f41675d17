// The pointer is firstprivate, but all copies point to the same shared element.
// expect: race cell
// at: 14
#include <stdio.h>

int cell[1];

int
main (void)
{
  int *p = cell;
#pragma omp parallel firstprivate(p)
  {
    *p += 1;
    p = 0;
  }
  printf ("%d\n", *p);
  return 0;
}
