// Each call allocates.
// expect: 16 proved
#include <stdlib.h>
static double *allocate (int n)
{
  double *p = malloc (n * sizeof *p);
  if (!p)
    exit (1);
  for (int i = 0; i < n; i++)
    p[i] = 0;
  return p;
}
int main (void)
{
  double *a = allocate (100), *b = allocate (100);
#pragma omp parallel for
  for (int i = 0; i < 99; i++)
    b[i] = a[i + 1];
}
