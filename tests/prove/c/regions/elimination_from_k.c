// The loop begins one row too early.
// expect: 6 race a 9
void f (int n, double a[n][n])
{
  for (int k = 0; k < n; k++)
#pragma omp parallel for
    for (int i = k; i < n; i++)
      for (int j = k; j < n; j++)
        a[i][j] -= a[k][j];
}
