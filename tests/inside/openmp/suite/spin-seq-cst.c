// The reader spins on a sequentially consistent flag that the writer sets after the data.
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
#pragma omp atomic write seq_cst
          flag = 1;
        }
      else
        {
          int seen = 0;
          while (!seen)
            {
#pragma omp atomic read seq_cst
              seen = flag;
            }
          got = data;
        }
    }
  return got != 7;
}
