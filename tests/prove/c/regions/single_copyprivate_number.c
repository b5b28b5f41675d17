// All threads get the same p.
// expect: 6 undecided
#include <omp.h>
void f (int *a)
{
#pragma omp parallel
  {
    int p = omp_get_thread_num ();
#pragma omp single copyprivate(p)
    {
    }
    a[p] = p;
  }
}
