// expect: 5 proved
#include <omp.h>
void f (int *a)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num (), p = omp_get_num_threads ();
    a[t] = 1;
    a[t + p] = 2;
  }
}
