// Rows depend on the row above.
// expect: 5 race a 8
void f (int n, double a[n][n])
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = a[i - 1][j];
}
