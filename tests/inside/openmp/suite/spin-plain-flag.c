// The flag itself is read and written without atomic: flush alone makes no order.
// expect: race flag
// expect: race data
// at: 21 25
#include <omp.h>
#include <stdio.h>

volatile int flag;
int data, got;

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
          flag = 1;
        }
      else
        {
          while (!flag)
            {
#pragma omp flush
            }
          got = data;
        }
    }
  printf ("%d\n", got);
  return 0;
}
