/* A condition cannot be put into a section. */
/* hints: none */
/* output: - */
#include <omp.h>
#include <stdio.h>

static int x, y;

int
main (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
#pragma omp critical
      x++;
    }
#pragma omp section
    {
      if (x)
        y = 1;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
