// With two threads the same slots are used by one thread each.
// expect: clean
#include <omp.h>

int half[2];

int
main (void)
{
  omp_set_num_threads (2);
#pragma omp parallel
  half[omp_get_thread_num () % 2] += 1;
  return half[0] != 1;
}
