// { 1, 2, 3 }: the first two are for n.
// expect: 7 undecided
struct s { int n[2]; int m, k; };
void f (int *a)
{
  struct s s = { 1, 2, 3 };
#pragma omp parallel for
  for (int i = 1; i < s.m; i++)
    a[0] = i;
}
