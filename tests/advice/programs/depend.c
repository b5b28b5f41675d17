/* hints: all */
/* output: 8 */
/* wants: `depend\(inout: x\)` on lines */
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
#pragma omp task shared(x)
    x = x * 2 + 2;
  }
  printf ("%d\n", x + y);
  return 0;
}
