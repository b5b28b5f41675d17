// The diagonal is written, too, and row j of another iteration reads it.
// expect: 5 race a 8
void f (int n, double a[n][n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[j][j];
}
