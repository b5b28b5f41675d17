// A jump in a function that has nothing to do with the region.
// expect: 13 proved
int g (int n)
{
again:
  if (n-- > 10)
    goto again;
  return n;
}
void f (int n, int *a)
{
  g (n);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
