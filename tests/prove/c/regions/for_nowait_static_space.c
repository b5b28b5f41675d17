// Another number of iterations: nothing is promised.
// expect: 5 race a 9 12
void f (int n, double *a, double *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < n - 1; i++)
      b[i] = a[i];
  }
}
