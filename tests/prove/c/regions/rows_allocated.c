// expect: 8 proved
#include <stdlib.h>
void f (int n)
{
  int **t = malloc (n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = malloc (n * sizeof **t);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      t[i][j] = i;
}
