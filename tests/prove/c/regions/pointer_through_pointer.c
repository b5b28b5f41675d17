// expect: 7 race a 9
// expect: 15 undecided
void f (int n, int *a, int *b)
{
  int *p = b, **pp = &p;
  *pp = a;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i + 1];
}
void g (int n, int c, int *a, int *b)
{
  int *p = b, *q = b, **pp = c ? &p : &q;
  *pp = a;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i + 1];
}
