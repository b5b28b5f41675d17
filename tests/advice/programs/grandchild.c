/* A taskwait waits for children, and no others. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(x)
    {
#pragma omp task shared(x)
      x = 3;
    }
#pragma omp taskwait
    y = x;
  }
  printf ("%d\n", x + y);
  return 0;
}
