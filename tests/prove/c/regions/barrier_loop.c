// Jacobi with two barriers per step.
// expect: 6 proved
#include <omp.h>
void f (int steps, double *a, double *b)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    for (int s = 0; s < steps; s++)
      {
        b[t] = a[t - 1] + a[t + 1];
#pragma omp barrier
        a[t] = b[t];
#pragma omp barrier
      }
  }
}
