// The one iteration of an ordered loop belongs to no certain thread without a schedule clause, and to thread 0 with one.
// expect: race x
// expect-as-scheduled: clean
// at: 16 19
#include <stdio.h>

static int x, y, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered nowait
    for (int i = 0; i < 1; i++)
      x = 1;
#pragma omp masked filter(0)
    {
      seen = x;
    }
#pragma omp barrier
#pragma omp for ordered schedule(static) nowait
    for (int i = 0; i < 1; i++)
      y = 1;
#pragma omp masked filter(0)
    seen += y;
  }
  printf ("%d\n", seen);
  return 0;
}
