// Without OMP_CANCELLATION the construct does nothing [OpenMP 5.2, 11.6.1]: all threads come past the barrier.
// expect: race beyond
// at: 19
#include <omp.h>
#include <stdio.h>

int beyond;

int
main (void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num () == 1)
      {
#pragma omp cancel parallel
      }
#pragma omp barrier
    beyond++;
  }
  printf ("%d\n", beyond);
  return 0;
}
