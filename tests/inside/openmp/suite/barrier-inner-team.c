// The barrier in the nested region binds to the inner team; it orders nothing between the outer
// threads.
// expect: race x
// at: 18 24
#include <omp.h>
#include <stdio.h>

int x, seen;

int
main (void)
{
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      x = 1;
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier
    }
    if (me == 1)
      seen = x;
  }
  printf ("%d\n", seen);
  return 0;
}
