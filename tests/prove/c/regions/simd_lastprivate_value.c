// t is 0 in all threads then.
// expect: 6 undecided
#include <omp.h>
void f (int *a)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
#pragma omp simd lastprivate(t)
    for (int i = 0; i < 3; i++)
      t = 0;
    a[t] = 1;
  }
}
