// The child of an undeferred task is no sibling of its parent's sibling, though one thread creates both.
// expect: race total
// at: 19 24
#include <stdio.h>

int x, total;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (0)
    {
#pragma omp task depend(mutexinoutset : x)
      {
        /* nobody waits for this one before the end of the region */
        total += 1;
      }
    }
#pragma omp task depend(mutexinoutset : x)
    {
      total += 2;
    }
  }
  printf ("%d\n", total);
  return 0;
}
