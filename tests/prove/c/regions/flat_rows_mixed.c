// Rows of different lengths: nothing is known of which elements are the same.
// expect: 5 undecided
void f (int n, int m, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n && j < m; j++)
      a[i * n + j] = a[i * m + j];
}
