// x.k is 2: lists need not be in the order of the members, nor one item for each.
// expect: 15 undecided
// expect: 21 undecided
// expect: 28 undecided
struct s { int k, m; };
struct t { int v[2], k, m; };
struct u { unsigned k : 1, m : 7; };
void f (int n, int *a)
{
  struct s x = { m : 1, k : 2 };
  struct t y = { 1, 1, 2 };
  struct u z;
  z.k = 1;
  z.k += 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + x.k] = 2;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + y.k] = 2;
    }
  int k = z.k + 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
}
