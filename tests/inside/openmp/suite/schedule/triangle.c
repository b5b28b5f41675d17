// A collapsed triangle takes no schedule clause; the loop beside it is judged as ever.
// expect: race last
// prints: 45
// at: 23
// compilers: gcc
#include <stdio.h>

int t[10][10], last;

int
main (void)
{
  int n = 0;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < i; j++)
      t[i][j] = 1;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      n += t[i][j];
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    last = i;
  printf ("%d\n", n);
  return 0;
}
