// The same without collapse: each row is done by one thread, in order.
// expect: 5 proved
void f (int n, double a[n][n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = a[i][j - 1];
}
