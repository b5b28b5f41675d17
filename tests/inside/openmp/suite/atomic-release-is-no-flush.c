// A releasing write to another variable does not release by the relaxed write to the flag.
// expect: race data
// at: 15 29
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
        int other;
#pragma omp atomic write release
        other = 1;
        (void) other;
#pragma omp atomic write
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
