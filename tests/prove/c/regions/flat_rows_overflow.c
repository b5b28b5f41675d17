// The column reaches into the next row.
// expect: 5 undecided
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      a[i * n + j] = j;
}
