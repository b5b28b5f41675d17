// expect: 6 proved
void f (int n, double *a)
{
  double *b = a + n;

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
