// Expressions that are not represented are named, whatever they do.
// expect: 10 undecided
// expect: 13 undecided
// expect: 16 undecided
// expect: 19 undecided
struct s { char c[100]; };
static int x;
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[__builtin_offsetof (struct s, c[i]) / 100] = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = x++ ?: 2;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = _Generic (i, int : x++, default : 0);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[({
      int k = i;
      k / 2;
    })] = 1;
}
