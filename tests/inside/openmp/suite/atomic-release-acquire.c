// The data is written before the release store of the flag and read after an acquire load saw it.
// expect: clean
#include <omp.h>

int data, flag, got = 7;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        data = 7;
#pragma omp atomic write release
        flag = 1;
      }
    if (omp_get_thread_num () == omp_get_num_threads () - 1)
      {
        int seen;
#pragma omp atomic read acquire
        seen = flag;
        if (seen)
          got = data;
      }
  }
  return got != 7;
}
