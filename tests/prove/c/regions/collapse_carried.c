// Without collapse a row would belong to one thread.
// expect: 5 race a 8
void f (int n, double a[n][n])
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = a[i][j - 1];
}
