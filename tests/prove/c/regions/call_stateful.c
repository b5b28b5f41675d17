// State that all calls share.
// expect: 8 undecided
// expect: 14 undecided
#include <math.h>
#include <stdlib.h>
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = rand ();
}
void g (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = lgamma (i);
}
