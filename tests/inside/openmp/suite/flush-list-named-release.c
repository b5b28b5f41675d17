// A flush with a list both acquires and releases, whatever the variables are called.
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
#pragma omp flush (data, flag)
#pragma omp atomic write
        flag = 1;
      }
    if (omp_get_thread_num () == omp_get_num_threads () - 1)
      {
        int seen;
#pragma omp atomic read
        seen = flag;
        int release = 0;
#pragma omp flush (release, data, flag)
        (void) release;
        if (seen)
          got = data;
      }
  }
  return got != 7;
}
