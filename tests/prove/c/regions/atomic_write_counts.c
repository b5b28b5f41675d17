// Only the write of a[i] is atomic.
// expect: 6 undecided
void f (int n, int *a)
{
  int y = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
#pragma omp atomic write
      a[i] = y++;
    }
}
