// Relaxed atomic accesses to the flag with a flush on both sides order the data.
// expect: clean
#include <omp.h>

int data, flag, got = 7;

int
main (void)
{
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads () == 2)
    {
      if (omp_get_thread_num () == 0)
        {
          data = 7;
#pragma omp flush
#pragma omp atomic write
          flag = 1;
        }
      else
        {
          int seen = 0;
          while (!seen)
            {
#pragma omp atomic read
              seen = flag;
            }
#pragma omp flush
          got = data;
        }
    }
  return got != 7;
}
