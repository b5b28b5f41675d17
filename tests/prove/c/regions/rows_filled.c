// Pointers to the same row.
// expect: 10 undecided
// expect: 17 undecided
// expect: 26 undecided
#include <stdlib.h>
int a[100];
void f (void)
{
  int *t[2] = { a, a };
#pragma omp parallel for
  for (int i = 0; i < 2; i++)
    t[i][0] = i;
}
void g (int n, int **t)
{
  t[0] = t[1];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    t[i][0] = i;
}
void h (int n)
{
  int **t = malloc (n * sizeof *t), *row = malloc (n * sizeof *row);
  for (int i = 0; i < n; i++)
    t[i] = row;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    t[i][0] = i;
}
