// All threads meet in each iteration: none waits for another.
// expect: 6 race x 19
int omp_get_thread_num (void);
void f (int n, double *a, double *error, int *x)
{
#pragma omp parallel
  {
    while (*error > 1e-3)
      {
#pragma omp barrier
#pragma omp single
        *error = *error / 2;
#pragma omp for
        for (int i = 0; i < n; i++)
          a[i] = a[i] / 2;
      }
#pragma omp barrier
    /* by all of them */
    x[0] = omp_get_thread_num ();
  }
}
