// expect: 5 proved
// expect: 8 race m 10
void f (int n, double m[n][n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    m[i][0] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    m[0][0] = i;
}
