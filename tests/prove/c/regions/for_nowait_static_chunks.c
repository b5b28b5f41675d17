// Different chunks.
// expect: 5 race a 9 12
void f (int n, double *a, double *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(static, 3)
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
