// An element that is not written as one of a row.
// expect: 5 undecided
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = a[j];
}
