/* hints: all */
/* output: 45 */
/* wants: reduction\(\+:x\) */
#include <stdio.h>

int
main (void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop shared(x)
    for (int i = 0; i < 10; i++)
      x += i;
  }
  printf ("%d\n", x + y);
  return 0;
}
