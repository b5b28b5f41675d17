// The temporary is declared outside of the region and so is shared.
// expect: race scratch
// at: 15
#include <omp.h>
#include <stdio.h>

int result[8];

int
main (void)
{
  int scratch;
#pragma omp parallel num_threads(8)
  {
    scratch = omp_get_thread_num ();
    result[omp_get_thread_num ()] = scratch * 2;
  }
  printf ("%d\n", result[0]);
  return 0;
}
