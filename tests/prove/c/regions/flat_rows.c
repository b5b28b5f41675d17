// A matrix as one array: rows of n elements.
// expect: 5 proved
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = a[i * n + j] + 1;
}
