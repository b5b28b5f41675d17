// The iterations are dealt to the threads by hand.
// expect: 6 proved
#include <omp.h>
void f (int n, double *x)
{
#pragma omp parallel
  {
    int id = omp_get_thread_num (), nt = omp_get_num_threads ();
    for (int i = id; i < n; i += nt)
      x[i] = 2 * x[i];
    for (int k = id; k < n; k += nt)
      x[k] = 2 * x[k];
  }
}
