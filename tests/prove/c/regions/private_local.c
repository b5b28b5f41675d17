// Declared inside, it needs no clause.
// expect: 5 proved
void f (int n, double *a, double *b)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      double t = a[i] * 2;
      b[i] = t;
    }
}
