// An orphaned loop belongs to the region that calls it; and that region has a barrier.
// expect: 12 proved
static void
fill (int n, int *a)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] = i;
}
void f (int n, int *a, int *b)
{
#pragma omp parallel
  {
    fill (n, a);
    fill (n, b);
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = b[n - 1 - i];
  }
}
