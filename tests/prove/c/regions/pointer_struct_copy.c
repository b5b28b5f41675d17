// expect: 8 undecided
// expect: 15 undecided
#include <string.h>
struct s { int *p; };
void f (int n, struct s x, struct s y)
{
  x = y;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x.p[i] = y.p[i + 1];
}
void g (int n, struct s x, struct s y)
{
  memcpy (&x, &y, sizeof x);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x.p[i] = y.p[i + 1];
}
