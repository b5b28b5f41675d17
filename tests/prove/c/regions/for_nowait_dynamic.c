// expect: 4 race a 8 11
void f (int n, double *a, double *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
