// Iterations of a loop without a schedule clause that do not wait for each other are not in order, whatever chunks the
// compiler has in mind: the first two, which gcc gives to one thread, and the first and the third, which clang does.
// expect: race x
// expect: race y
#include <stdio.h>

static int x, y;

int
main (void)
{
#pragma omp parallel for ordered(1) num_threads(2)
  for (int i = 0; i < 4; i++)
    {
      if (i == 0 || i == 1)
        x = i;
      if (i == 0 || i == 2)
        y = i;
#pragma omp ordered depend(source)
    }
  printf ("%d\n", x + y);
  return 0;
}
