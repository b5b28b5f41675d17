// Tasks of a taskloop that ask for their thread's number write one variable.
// expect: race a
// at: 16
#include <omp.h>
#include <stdio.h>
int a;
int
main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2)
  for (int i = 0; i < 8; i++)
    {
      if (omp_get_thread_num () >= 0)
        a++;
    }
  return 0;
}
