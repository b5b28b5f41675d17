// The called function is looked into.
// expect: 10 proved
static void
put (double *a, int i, double x)
{
  a[i] = x;
}
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    put (a, i, 2.0);
}
