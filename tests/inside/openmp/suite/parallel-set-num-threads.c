// omp_set_num_threads fixes the team: thread 0 and thread 2 write the same element.
// expect: race half
// at: 14
#include <omp.h>
#include <stdio.h>

int half[2];

int
main (void)
{
  omp_set_num_threads (3);
#pragma omp parallel
  half[omp_get_thread_num () % 2] += 1;
  printf ("%d\n", half[0]);
  return 0;
}
