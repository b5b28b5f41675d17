/* hints: all */
/* output: 3 */
/* wants: atomic as well: `#pragma omp atomic write` */
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
#pragma omp atomic
      y++;
#pragma omp atomic write
      x = 2;
    }
#pragma omp section
    {
      x = 2;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
