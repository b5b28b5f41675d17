// The flag is set before the data is written: who sees the flag may still read too early.
// expect: race data
// at: 19 29
#include <omp.h>
#include <stdio.h>

int data, flag, got;

int
main (void)
{
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads () == 2)
    {
      if (omp_get_thread_num () == 0)
        {
#pragma omp atomic write seq_cst
          flag = 1;
          data = 7;
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
  printf ("%d\n", got);
  return 0;
}
