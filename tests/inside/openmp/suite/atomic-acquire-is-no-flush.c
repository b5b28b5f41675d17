// An acquiring read of another variable does not acquire what the relaxed read of the flag saw.
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
#pragma omp atomic write release
        flag = 1;
      }
    if (omp_get_thread_num () == omp_get_num_threads () - 1)
      {
        int seen;
        int other = 0, known;
#pragma omp atomic read
        seen = flag;
#pragma omp atomic read acquire
        known = other;
        (void) known;
        if (seen)
          got = data;
      }
  }
  return got != 7;
}
