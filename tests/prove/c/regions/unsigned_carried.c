// Neighbours, with unsigned and 64-bit subscripts.
// expect: 6 race a 8
// expect: 9 race a 11
void f (unsigned n, unsigned long m, int *a)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    a[i + 1] = a[i];
#pragma omp parallel for
  for (unsigned long i = 1; i < m; i++)
    a[i] = a[i - 1];
}
