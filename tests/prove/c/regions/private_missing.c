// The temporary is declared outside: all threads write it.
// expect: 6 race t 9
void f (int n, double *a, double *b)
{
  double t;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      t = a[i] * 2;
      b[i] = t;
    }
}
