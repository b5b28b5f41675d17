// Unsigned arithmetic that stays in its range.
// expect: 7 proved
// expect: 10 proved
// expect: 13 proved
void f (unsigned n, unsigned long m, int *a)
{
#pragma omp parallel for
  for (unsigned i = n; i > 0; i--)
    a[i - 1] = 1;
#pragma omp parallel for
  for (unsigned i = 0; i < n; i += 2)
    a[i] = a[i] + 1;
#pragma omp parallel for
  for (unsigned long i = 0; i < m; i++)
    for (unsigned j = 0; j < 4; j++)
      a[4 * i + j] = 1;
}
