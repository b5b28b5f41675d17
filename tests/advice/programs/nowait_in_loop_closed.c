/* hints: all */
/* output: 2 */
/* wants: without `nowait` */
#include <omp.h>
#include <stdio.h>

static int a[16], b[16], first;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    for (int step = 0; step < 3; step++)
      {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 16; i++)
          a[i] = step;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 16; i++)
          b[i] = a[15 - i];
      }
  }
  printf ("%d\n", b[2] + first);
  return 0;
}
