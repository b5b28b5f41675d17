// One step of an elimination: row k is only read.
// expect: 6 proved
void f (int n, double a[n][n])
{
  for (int k = 0; k < n; k++)
#pragma omp parallel for
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < n; j++)
        a[i][j] -= a[k][j];
}
