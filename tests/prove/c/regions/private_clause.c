// expect: 5 proved
void f (int n, double *a, double *b)
{
  double t;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; i++)
    {
      t = a[i] * 2;
      b[i] = t;
    }
}
