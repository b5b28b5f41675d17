// omp_free of a block that another thread writes at the same time.
// expect: race heap
// at: 16 18
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int *a = omp_alloc (8 * sizeof *a, omp_default_mem_alloc);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        int *old = a;
        old[3] = 7;
      }
    else omp_free (a, omp_default_mem_alloc);
  }
  printf ("freed\n");
  return 0;
}
