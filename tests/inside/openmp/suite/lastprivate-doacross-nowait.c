// Behind a doacross loop with `nowait` its lastprivate variable may not be read.
// expect: race last
#include <stdio.h>

static int last, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered(1) lastprivate(last) nowait
    for (int i = 0; i < 4; i++)
      {
        last = i;
#pragma omp ordered depend(source)
      }
#pragma omp masked filter(1)
    seen = last;
  }
  printf ("%d\n", last + seen);
  return 0;
}
