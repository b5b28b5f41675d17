/* No form of atomic construct fits. */
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
#pragma omp atomic
      x++;
    }
#pragma omp section
    {
      y = 2 * x + 1;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
