// Two singles that tell their thread's number, without a barrier between them, write one variable.
// expect: race a
// at: 15 20
#include <omp.h>
#include <stdio.h>
int a;
int
main (void)
{
#pragma omp parallel
  {
#pragma omp single nowait
    {
      printf ("%d\n", omp_get_thread_num ());
      a = 1;
    }
#pragma omp single nowait
    {
      printf ("%d\n", omp_get_thread_num ());
      a = 2;
    }
  }
  printf ("%d\n", a);
  return 0;
}
