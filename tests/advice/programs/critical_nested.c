/* With one name it would wait for itself. */
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
#pragma omp critical (left)
      {
#pragma omp critical (right)
        y++;
        x++;
      }
    }
#pragma omp section
    {
#pragma omp critical (right)
      x++;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
