// As atomic-update-then-single.c, with floating-point numbers: compilers make a loop around a compare-and-swap of the update.
// expect: race x
// expect: race y
#include <stdio.h>

static double count;
static float least;
static int x, y;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    {
#pragma omp atomic
      count += 1;
      x = 1;
#pragma omp atomic
      least -= 1;
      y = 1;
    }
#pragma omp single nowait
    printf ("%d\n", x + y > 2);
  }
  return count > 1;
}
