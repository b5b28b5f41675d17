// Both indices belong to the construct.
// expect: 6 proved
void f (int n, double a[n][n])
{
  int i, j;
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] = a[i][j] + 1;
}
