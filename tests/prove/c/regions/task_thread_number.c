// Which thread executes a task is not known.
// expect: 6 undecided
#include <omp.h>
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
    {
#pragma omp task
      a[omp_get_thread_num ()]++;
    }
}
