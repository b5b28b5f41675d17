// Only the write of a[i] is atomic.
// expect: 11 undecided
static int y;
static int
next (void)
{
  return y++;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
#pragma omp atomic write
      a[i] = next ();
    }
}
