// Each thread counts in the element of its own number: neighbouring elements are no conflict.
// expect: clean
#include <omp.h>

int count[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num ();
    for (int i = 0; i < 10; i++)
      count[me]++;
  }
  return count[0] + count[1] + count[2] + count[3] > 40;
}
