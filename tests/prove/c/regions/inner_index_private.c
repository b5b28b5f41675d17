// expect: 5 proved
void f (int n, double a[n][n])
{
  int i, j;
#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] = i;
}
