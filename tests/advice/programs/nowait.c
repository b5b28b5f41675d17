/* hints: all */
/* output: 13 */
/* wants: without `nowait` */
#include <omp.h>
#include <stdio.h>

static int a[16], b[16], first;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 16; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 16; i++)
      b[i] = a[15 - i];
  }
  printf ("%d\n", b[2] + first);
  return 0;
}
