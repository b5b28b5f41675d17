/* The called function may enter the section itself. */
/* hints: none */
/* output: - */
#include <omp.h>
#include <stdio.h>

static int x, y;

static int
next (void)
{
  int n = 0;
#pragma omp critical
  n++;
  return n;
}

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
      y = next () + x;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
