// p may point to k, q to what p does: then k is 2.
// expect: 9 undecided
// expect: 18 undecided
int k;
void f (int n, int *a, int *p, int *q)
{
  k = 1;
  *p = 2;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
  *q = 1;
  *p = 2;
  int m = *q;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + m] = 2;
    }
}
