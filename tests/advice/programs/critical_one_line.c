/* hints: all */
/* output: 2 */
/* wants: put `x\+\+;` on line \d+ into `critical` */
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
      if (!y) x++;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
