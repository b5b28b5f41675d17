// Chunks of one or two iterations in the one loop, large ones in the other.
// expect: 5 undecided
void f (int n, int c, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static, c ? 1 : 2) nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
