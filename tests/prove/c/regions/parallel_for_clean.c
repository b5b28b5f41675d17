// Each iteration has an element of its own.
// expect: 5 proved
void f (int n, double *a, double *b)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i] + b[i];
}
