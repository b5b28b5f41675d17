// In C the index of an inner loop is shared unless something says otherwise.
// expect: 6 race j 8
void f (int n, double a[n][n])
{
  int i, j;
#pragma omp parallel for
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] = i;
}
