/* hints: all */
/* output: 55 */
/* wants: `#pragma omp taskwait` before line */
#include <stdio.h>

static int
fibonacci (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fibonacci (n - 1);
#pragma omp task shared(y)
  y = fibonacci (n - 2);
  return x + y;
}

int
main (void)
{
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fibonacci (10);
  printf ("%d\n", result);
  return 0;
}
