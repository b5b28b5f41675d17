// expect: 5 proved
#include <stdlib.h>
static void step (int n, double *x, double *y)
{
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] + x[i + 1];
}
static void twice (int n, double *x, double *y)
{
  step (n, x, y);
  step (n, y, x);
}
int main (void)
{
  double *a = malloc (800), *b = malloc (800);
  for (int t = 0; t < 10; t++)
    {
      twice (100, a, b);
      double *spare = a;
      a = b;
      b = spare;
    }
}
