// Equal static loops, but the second reads the neighbour, which at the end of a block is another thread's.
// expect: race a
// at: 15 18
#include <stdio.h>

int a[41], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 40; i++)
      b[i] = a[i + 1];
  }
  printf ("%d\n", b[39]);
  return 0;
}
