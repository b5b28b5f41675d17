// At the end of its scope, each k is given to g, which writes x.
// expect: 10 undecided
static int x;
static void g (int *k)
{
  x = *k;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k __attribute__ ((cleanup (g))) = i;
      a[i] = k;
    }
}
