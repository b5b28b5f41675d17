/* hints: all */
/* output: 5 */
#include <omp.h>
#include <stdio.h>

static int a[16], b[16], first;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num () == 0) first = 5; b[omp_get_thread_num ()] = first;
  }
  printf ("%d\n", b[2]);
  return 0;
}
