// Even elements are written, odd ones read.
// expect: 5 proved
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    a[i] = a[i + 1];
}
