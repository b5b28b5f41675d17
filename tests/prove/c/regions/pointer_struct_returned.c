// expect: 13 undecided
struct s { int *p, *q; };
static struct s make (int *a)
{
  struct s r;
  r.p = a;
  r.q = a;
  return r;
}
void f (int n, int *a)
{
  struct s x = make (a);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x.p[i] = x.q[i + 1];
}
