// expect: 5 race a 8 9
#include <omp.h>
void f (int *a, int *b)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    a[t] = t;
    b[t] = a[t + 1];
  }
}
