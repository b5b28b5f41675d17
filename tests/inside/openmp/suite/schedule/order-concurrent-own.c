// order(concurrent) with chunks: each iteration has an element of its own.
// expect: clean
// prints: 39
#include <stdio.h>

int own[40];

int
main (void)
{
#pragma omp parallel for order(concurrent) schedule(dynamic, 8)
  for (int i = 0; i < 40; i++)
    own[i] += i;
  printf ("%d\n", own[39]);
  return 0;
}
