// Not all threads reach the barrier: the program does not conform.
// expect: 6 undecided
#include <omp.h>
void f (int *a)
{
#pragma omp parallel
  {
    if (omp_get_thread_num () == 0)
      {
#pragma omp barrier
      }
    a[omp_get_thread_num ()] = 1;
  }
}
