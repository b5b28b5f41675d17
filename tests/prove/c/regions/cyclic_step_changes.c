// The step is another one after the first iteration.
// expect: 6 undecided
#include <omp.h>
void f (int n, int *a)
{
#pragma omp parallel
  {
    int p = omp_get_num_threads ();
    for (int i = omp_get_thread_num (); i < n; i += p)
      {
        a[i] = 1;
        p = 1;
      }
  }
}
