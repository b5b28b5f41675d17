// Thread numbers divided by two give the same slot to two threads.
// expect: race count
// at: 13
#include <omp.h>
#include <stdio.h>

int count[2];

int
main (void)
{
#pragma omp parallel num_threads(4)
  count[omp_get_thread_num () / 2]++;
  printf ("%d\n", count[0] + count[1]);
  return 0;
}
