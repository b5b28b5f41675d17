// 0 - 1 is the largest number, i << 31 is 0 or 2^31, and i * n may be any.
// expect: 8 undecided
// expect: 11 undecided
// expect: 14 undecided
// expect: 18 undecided
void f (unsigned n, unsigned m, int *a)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    a[i - 1 > i ? 1 : i] = 1;
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    a[i << 31 >> 31] = 1;
#pragma omp parallel for
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++)
      a[i * n + j] = 1;
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    {
      unsigned k = 0;
      k--;
      if (k > 5)
        a[0] = i;
    }
}
