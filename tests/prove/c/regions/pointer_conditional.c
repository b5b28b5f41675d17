// p may be a.
// expect: 6 undecided
void f (int n, int c, int *a, int *b)
{
  int *p = c ? a : b;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i + 1];
}
