/* hints: all */
/* output: 7 */
/* wants: `depend\(inout: x\)` on line */
#include <stdio.h>

int
main (void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 3; i++)
#pragma omp task shared(x)
      x = 2 * x + 1;
  }
  printf ("%d\n", x + y);
  return 0;
}
