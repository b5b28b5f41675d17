// The threads write before the single reads: single has a barrier at its end, none at its start.
// expect: race slot
// at: 14 16
#include <omp.h>
#include <stdio.h>

int slot[3], sum;

int
main (void)
{
#pragma omp parallel num_threads(3)
  {
    slot[omp_get_thread_num ()] = 1;
#pragma omp single
    sum = slot[0] + slot[1] + slot[2];
  }
  printf ("%d\n", sum);
  return 0;
}
