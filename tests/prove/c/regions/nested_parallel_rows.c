// expect: 5 proved
#include <omp.h>
void f (int n, double a[n][n])
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[t][i] = i;
  }
}
