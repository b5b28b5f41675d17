// The reader sees the flag by a relaxed read, and then resets it by a releasing write, which acquires nothing.
// expect: race data
// at: 15 27
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
#pragma omp atomic read
        seen = flag;
#pragma omp atomic write release
        flag = 0;
        if (seen)
          got = data;
      }
  }
  return got != 7;
}
