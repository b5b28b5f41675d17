// A collapsed triangle takes no schedule clause, and gcc shows no iterations of it: no verdict, but no alarm either.
// expect: clean
// also: undecided
// prints: 45
#include <stdio.h>

int t[10][10];

int
main (void)
{
  int n = 0;
#pragma omp parallel
#pragma omp for collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < i; j++)
      t[i][j] = 1;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      n += t[i][j];
  printf ("%d\n", n);
  return 0;
}
