// The bound is converted to the type of the iterator: a negative one becomes large.
// expect: 10 proved
// expect: 16 race a 18
// expect: 22 race a 24
// expect: 30 proved
// expect: 37 race a 40
// expect: 46 undecided
void clean (int n, long m, int *a)
{
#pragma omp parallel for
  for (unsigned long i = 0; i < n; i++)
    a[i] += 1;
}
void carried (int n, int *a)
{
#pragma omp parallel for
  for (unsigned long i = 0; i < n; i++)
    a[i] = a[i + 1];
}
void narrower (int n, int *a)
{
#pragma omp parallel for
  for (unsigned i = 0; i <= n; i++)
    a[0] = 1;
}
void rows (int n, int m, double a[n][m], double b[n][m])
{
  if (n < 3)
    return;
#pragma omp parallel for
  for (unsigned long i = 1; i < n - 1; i++)
    for (unsigned long j = 0; j < m; j++)
      a[i][j] = b[i - 1][j] + b[i + 1][j];
}
void only_negative (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < 2; i++)
    if ((unsigned) n > 3000000000u)
      a[0] = i;
}
void subscripts (int *a)
{
  int *p = a + 8;
  /* as a subscript, the large number means the element before P */
#pragma omp parallel for
  for (int i = -4; i < 0; i++)
    p[(unsigned long) i] = p[-3];
}
