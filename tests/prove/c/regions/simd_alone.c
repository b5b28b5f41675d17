// One thread; a loop around it is shared.
// expect: 5 proved
void f (int n, double a[n][n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
#pragma omp simd
      for (int j = 0; j < n; j++)
        a[i][j] = j;
    }
}
