// The threads number themselves, and sections write to the slot of whoever executes them.
// expect: clean
#include <stdio.h>

int next, slot[64];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me;
#pragma omp atomic capture
    me = next++;
#pragma omp sections nowait
    {
#pragma omp section
      slot[me] += 1;
#pragma omp section
      slot[me] += 2;
#pragma omp section
      slot[me] += 3;
    }
  }
  printf ("%d\n", slot[0] + slot[1]);
  return 0;
}
