// Below the diagonal is written, above it is read.
// expect: 5 proved
void f (int n, double a[n][n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = a[j][i];
}
