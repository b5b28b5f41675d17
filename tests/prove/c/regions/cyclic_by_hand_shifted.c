// The second loop begins with another element, which is another thread's.
// expect: 6 race x 10 12
#include <omp.h>
void f (int n, double *x)
{
#pragma omp parallel
  {
    int id = omp_get_thread_num (), nt = omp_get_num_threads ();
    for (int i = id; i < n; i += nt)
      x[i] = 2 * x[i];
    for (int k = id; k < n; k += nt)
      x[k + 1] = 1;
  }
}
