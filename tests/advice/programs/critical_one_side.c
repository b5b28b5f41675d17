/* hints: all */
/* output: 2 */
/* wants: put line \d+ into `critical \(here\)` */
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
#pragma omp critical (here)
      x++;
    }
#pragma omp section
    {
      x++;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
