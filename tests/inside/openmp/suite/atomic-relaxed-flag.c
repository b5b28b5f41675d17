// The flag is atomic but relaxed, and no flush comes with it: the data behind it is not ordered.
// expect: race data
// at: 17 29
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
          data = 7;
#pragma omp atomic write relaxed
          flag = 1;
        }
      else
        {
          int seen = 0;
          while (!seen)
            {
#pragma omp atomic read relaxed
              seen = flag;
            }
          got = data;
        }
    }
  printf ("%d\n", got);
  return 0;
}
