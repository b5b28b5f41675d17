/* A region in a region: the inner one's variables are those of a thread of the outer. */
/* names: outer inner */
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int outer = 0, sums[2] = { 0 };
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
    int inner = 0;
#pragma omp parallel num_threads(2)
    {
      inner += 1;
      outer += 1;
    }
    sums[omp_get_thread_num ()] = inner;
  }
  printf ("%d %d\n", outer, sums[0]);
  return 0;
}
