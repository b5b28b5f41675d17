// Rows whose length is not a constant: subscripts that leave them are in other rows.
// expect: 8 proved
// expect: 15 undecided
// expect: 23 proved
// expect: 32 undecided
void f (int n, int m, double a[n + 2][m + 2])
{
#pragma omp parallel for
  for (int i = 1; i <= n; i++)
    for (int j = 0; j <= m + 1; j++)
      a[i][j] = 1;
}
void g (int n, int m, double (*a)[m])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= m; j++)
      a[i][j] = 1;
}
void h (int n)
{
  double a[n][4][n];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][3][j] = a[i][0][n - 1 - j];
}
void k (int n)
{
  double a[n][n];
  n++;
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = 1;
}
