// Without it.
// expect: 5 race a 9 12
void f (int n, double *a, double *b)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for
    for (int i = 1; i < n; i++)
      b[i] = a[i - 1];
  }
}
