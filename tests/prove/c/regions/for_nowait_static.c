// Equal static schedules: the iteration of one number is in the same thread.
// expect: 5 proved
void f (int n, double *a, double *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
