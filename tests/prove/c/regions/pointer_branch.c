// expect: 7 undecided
void f (int n, int c, int *a, int *b)
{
  int *p = b;
  if (c)
    p = a;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i + 1];
}
