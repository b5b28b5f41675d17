// The slots are added up by a single without a barrier after the loop that fills them.
// expect: race part
// at: 16 18
#include <omp.h>
#include <stdio.h>

int part[4], total;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 50; i++)
      part[omp_get_thread_num ()] += i;
#pragma omp single
    total = part[0] + part[1] + part[2] + part[3];
  }
  printf ("%d\n", total >= 0);
  return 0;
}
