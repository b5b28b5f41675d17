// Every thread of the scope has its own pointer, but all point to one element.
// expect: race cell
// at: 16
// compilers: gcc
#include <stdio.h>

int cell[2];

int
main (void)
{
  int *p = cell;
#pragma omp parallel firstprivate(p)
  {
#pragma omp scope nowait
    p[1] += 1;
  }
  printf ("%d\n", cell[1]);
  return 0;
}
