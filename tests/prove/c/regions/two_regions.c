// Each region has a verdict of its own.
// expect: 6 proved
// expect: 9 race a 11
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}
