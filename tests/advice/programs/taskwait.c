/* hints: all */
/* output: 6 */
/* wants: `#pragma omp taskwait` before line */
#include <stdio.h>

int
main (void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(x)
    x = 3;
    y = x;
  }
  printf ("%d\n", x + y);
  return 0;
}
