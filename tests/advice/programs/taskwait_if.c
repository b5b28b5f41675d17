/* hints: all */
/* output: 3 */
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
    if (x > 5) y = 1;
  }
  printf ("%d\n", x + y);
  return 0;
}
