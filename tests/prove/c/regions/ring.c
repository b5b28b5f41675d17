// Neighbours on a ring: the rest of a division by a variable is known where the quotient is small and not negative.
// expect: 10 proved
// expect: 16 race b 18
// expect: 22 proved
// expect: 30 race b 32
// expect: 37 undecided
// expect: 46 race a 52
void next (int n, int *a, int *b)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[(i + 1) % n] = a[(i + n - 1) % n];
}
void carried (int n, int *b)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[(i + 1) % n] = b[i];
}
void unsigned_plane (unsigned n, unsigned long m, double a[n][m], double b[n][m])
{
#pragma omp parallel for collapse(2)
  for (unsigned i = 0; i < n; i++)
    for (unsigned long j = 0; j < m; j++)
      b[(i + 1) % n][(j + m - 1) % m] = a[i][j];
}
void twice (int n, int *b)
{
  /* i / n is 0 or 1 */
#pragma omp parallel for
  for (int i = 0; i < 2 * n; i++)
    b[i % n] = i / n;
}
void negative (int n, int *b)
{
  /* C rounds to zero: the rest is negative, except for 0 */
#pragma omp parallel for
  for (int i = -n; i < 0; i++)
    b[n + i % n] = i;
}
void guarded (int n, int *a)
{
  /* the rest is known only where the guard holds */
  if (n < 1)
    return;
#pragma omp parallel for
  for (int i = 0; i < 5; i++)
    {
      int k = 0;
      if (i < n)
        k = i % n;
      a[k] = i;
    }
}
