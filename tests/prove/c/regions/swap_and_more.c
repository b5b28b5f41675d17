// a and b are not only swapped.
// expect: 9 undecided
// expect: 24 undecided
// expect: 37 undecided
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
      a++;
    }
}
void g (int n, int steps, double *x, double *y)
{
  double *b = y;
  for (int t = 0; t < steps; t++)
    {
      double *a = x;
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
      double *spare = a;
      a = b;
      b = spare;
    }
}
void h (int n, int steps, double *x)
{
  double *a = x, *b = x + 1;
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
