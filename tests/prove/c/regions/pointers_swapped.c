// expect: 6 proved
void f (int n, int steps, double *a, double *b)
{
  for (int t = 0; t < steps; t++)
    {
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
      double *spare = a;
      a = b;
      b = spare;
    }
}
