/* hints: all */
/* output: 45 */
/* wants: atomic */
#include <stdio.h>

int
main (void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 10; i++)
#pragma omp task shared(x)
      x += i;
  }
  printf ("%d\n", x + y);
  return 0;
}
