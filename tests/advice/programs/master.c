/* hints: all */
/* output: 7 */
/* wants: master construct has no barrier */
#include <omp.h>
#include <stdio.h>

static int a[16], b[16], first;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    first = 7;
#pragma omp for
    for (int i = 0; i < 16; i++)
      b[i] = first;
  }
  printf ("%d\n", b[2]);
  return 0;
}
