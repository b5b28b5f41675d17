// A schedule clause says which thread has an iteration, also of a doacross loop: what thread 0 has read comes before its
// iterations, and these are in order.
// expect: clean
// expect-any: race x
// expect-any: race y
// prints: 1 2
#include <stdio.h>

static int x, y, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    seen = x + y;
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 0; i < 1; i++)
      x = 1;
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 0; i < 3; i++)
      if (i != 1)
        y += 1;
  }
  printf ("%d %d\n", x + seen, y);
  return 0;
}
