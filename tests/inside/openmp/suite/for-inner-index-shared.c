// The index of the inner loop is declared outside: only the outer one is private by rule.
// expect: race j
// at: 13
#include <stdio.h>

int store[64], *m = store, j;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    for (j = 0; j < 8; j++)
      m[8 * i + (j & 7)] = i;
  printf ("%d\n", m[0]);
  return 0;
}
