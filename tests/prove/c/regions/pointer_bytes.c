// A pointer that was cast counts in other steps.
// expect: 9 undecided
// expect: 19 undecided
// expect: 28 undecided
#include <stdint.h>
void f (int n, double *a)
{
  double *b = (double *) ((char *) a + 64);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      b[i] = 1;
      a[i + 64] = 2;
    }
}
void g (int n, int *a)
{
  int *b = (int *) ((intptr_t) a + 4);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
void h (int n, int *a, int *b)
{
  int *p = b;
  for (int k = 0; k < 8; k++)
    ((char *) &p)[k] = ((char *) &a)[k];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i + 1];
}
