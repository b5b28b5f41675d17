// k is changed by another name.
// expect: 9 undecided
// expect: 20 undecided
#include <string.h>
void f (int n, int c, int *a)
{
  int k = 1, l = 2, *q = c ? &k : &l;
  *q = 2;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
}
void g (int n, int *a)
{
  int k = 1;
  memset (&k, 0, sizeof k);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[k * i] = 1;
}
