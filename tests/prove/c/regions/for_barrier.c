// The barrier at the end of the first loop.
// expect: 5 proved
void f (int n, double *a, double *b)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for
    for (int i = 1; i < n; i++)
      b[i] = a[i - 1];
  }
}
