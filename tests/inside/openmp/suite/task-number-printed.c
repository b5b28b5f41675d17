// Tasks that tell their thread's number, all created by one thread, write one variable.
// expect: race a
// at: 17
#include <omp.h>
#include <stdio.h>
int a;
int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
    {
#pragma omp task
      {
        printf ("task %d on %d\n", i, omp_get_thread_num ());
        a++;
      }
    }
  return 0;
}
