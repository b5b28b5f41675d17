// As atomic-update-then-single.c, with a number of 16 bytes, and sections.
// expect: race x
#include <omp.h>
#include <stdio.h>

static long double count;
static int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    {
      x = 1;
#pragma omp atomic
      count += 1;
    }
#pragma omp sections nowait
    {
#pragma omp section
      printf ("%d\n", x > 1);
#pragma omp section
      ;
    }
  }
  return count > 1;
}
