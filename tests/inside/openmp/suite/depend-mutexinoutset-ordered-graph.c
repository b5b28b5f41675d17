// Tasks that exclude each other by mutexinoutset, in iterations of an ordered loop, under the other engine: the order of their
// sections in this run counts. Tasks of two iterations are no siblings.
// command: run --engine=graph
// compilers: gcc
// expect: race a
#include <stdio.h>

static int a, x, y;
static double t;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered nowait
    for (int i = 0; i < 12; i++)
      {
#pragma omp ordered
        t = 1;
        for (int k = 0; k < 2; k++)
          {
#pragma omp task depend(in : y) depend(mutexinoutset : x)
            a += x;
          }
#pragma omp taskwait
      }
  }
  printf ("%d %g\n", a, t);
  return 0;
}
