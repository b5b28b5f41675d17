// An iteration reads what the next one writes.
// expect: 5 race a 7
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1];
}
