// expect: 6 undecided
// expect: 9 proved
static int a[100], b[100], *p = a + 1, *q = b;
void f (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    q[i] = a[i + 1];
}
