// Calls in the file give the same object twice.
// expect: 9 undecided
// expect: 19 undecided
// expect: 25 undecided
#include <stdlib.h>
double a[100];
static void step (int n, double *x, double *y)
{
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] + x[i + 1];
}
static void between (double *x, double *restrict y)
{
  step (100, x, y);
}
static void with_global (int n, double *x)
{
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    x[i] = a[i + 1];
}
static void by_pointer (int n, double *x, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    x[i] = y[i + 1];
}
int main (void)
{
  double *p = malloc (800);
  void (*called) (int, double *, double *) = by_pointer;
  between (p, p + 1);
  with_global (100, a);
  called (100, p, p);
}
