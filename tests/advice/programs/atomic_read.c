/* hints: all */
/* output: - */
/* wants: atomic as well: `#pragma omp atomic read` */
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
#pragma omp atomic write
      x = 5;
    }
#pragma omp section
    {
      y = x;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
