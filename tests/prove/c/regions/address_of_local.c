// Each thread has a variable of its own, also behind a pointer.
// expect: 10 proved
static void
set (int *p, int v)
{
  *p = v;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int x;
      set (&x, i);
      a[i] = x;
    }
}
