// expect: 7 undecided
void f (int n, int k, int *a)
{
  int *p = a;
  while (k--)
    p++;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i];
}
