// Pointers that are the same where the region is are not apart.
// expect: 8 undecided
// expect: 16 undecided
// expect: 24 proved
void f (int n, int *a, int *b)
{
  if (n > 3 && a == b)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = b[i + 1];
}
void g (int n, int *a, int *b)
{
  if (a != b)
    return;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i + 1];
}
void h (int n, int *a, int *b)
{
  if (a == b)
    return;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i + 1];
}
