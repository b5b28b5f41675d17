// The loop may be left before the barrier; what follows is then in the same phase.
// expect: 6 undecided
#include <omp.h>
void f (int n, int *stop, double *a, double *b)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    for (int i = 0; i < n; i++)
      {
        a[t] = i;
        if (stop[i])
          break;
#pragma omp barrier
      }
    b[t] = a[t + 1];
  }
}
