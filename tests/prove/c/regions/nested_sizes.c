// Inner teams need not have equally many threads.
// expect: 7 undecided
#include <omp.h>
double a[1000];
void f (void)
{
#pragma omp parallel
  {
    int outer = omp_get_thread_num ();
#pragma omp parallel
    a[outer * omp_get_num_threads () + omp_get_thread_num ()] = 1;
  }
}
