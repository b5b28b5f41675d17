// Every third element, but two are touched on either side.
// expect: 5 race a 7
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 3; i < n; i += 3)
    a[i] = a[i - 3];
}
