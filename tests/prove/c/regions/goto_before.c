// k is 2, so the iterations meet: the jump goes back.
// expect: 8 undecided
// expect: 25 undecided
void f (int n, int *a)
{
  int k = 1;
again:;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
  if (k++ == 1)
    goto again;
}
void g (int n, int *a)
{
  int k = 1;
  void *where = &&there;
  goto *where;
  k = 0;
there:
  k++;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
}
