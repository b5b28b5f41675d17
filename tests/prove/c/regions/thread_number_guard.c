// One thread writes, but the others read.
// expect: 6 race a 9 10
#include <omp.h>
void f (int *a, int *b)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    if (t == 0) a[0] = 1;
    b[t] = a[0];
  }
}
