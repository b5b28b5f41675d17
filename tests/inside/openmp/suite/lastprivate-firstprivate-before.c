// A variable that is firstprivate and lastprivate makes the construct no barrier: what the threads did before it is not
// ordered with the iterations.
// expect: race x
#include <stdio.h>

static int last, x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    x = 1;
#pragma omp for firstprivate(last) lastprivate(last)
    for (int i = 0; i < 4; i++)
      last = x;
  }
  printf ("%d\n", last);
  return 0;
}
