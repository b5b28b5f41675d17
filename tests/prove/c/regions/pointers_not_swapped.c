// From the second step on a is b; and spare is what b was, which is a now.
// expect: 8 undecided
// expect: 19 undecided
void f (int n, int steps, double *a, double *b)
{
  for (int t = 0; t < steps; t++)
    {
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
      a = b;
    }
}
void g (int n, int steps, double *a, double *b)
{
  double *old = a;
  for (int t = 0; t < steps; t++)
    {
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        b[i] = old[i - 1];
      double *spare = a;
      a = b;
      b = spare;
    }
}
