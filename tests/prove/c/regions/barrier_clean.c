// Everybody writes its own element, then reads the neighbour's.
// expect: 6 proved
#include <omp.h>
void f (int *a, int *b)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    a[t] = t;
#pragma omp barrier
    b[t] = a[t + 1];
  }
}
