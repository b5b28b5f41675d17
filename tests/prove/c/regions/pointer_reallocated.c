// expect: 10 proved
// expect: 18 undecided
// expect: 24 undecided
/* realloc may return the old block. What it does in a region is not known. */
#include <stdlib.h>
void f (int n)
{
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  a = realloc (a, 2 * n * sizeof *a);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
void g (int n)
{
  double *b = malloc (n * sizeof *b);
  double *a = realloc (b, 2 * n * sizeof *a);
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = b[i + 1];
}
void h (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    { char *a = malloc (5); a = realloc (a, 10); a[0] = 1; free (a); }
}
