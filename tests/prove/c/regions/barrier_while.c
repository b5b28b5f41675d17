// All threads leave the loop together, since it has barriers; how often it runs is not known.
// expect: 6 proved
#include <omp.h>
void f (volatile int *go, double *a, double *b)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    while (*go)
      {
        b[t] = a[t + 1];
#pragma omp barrier
        a[t] = b[t];
#pragma omp barrier
      }
  }
}
