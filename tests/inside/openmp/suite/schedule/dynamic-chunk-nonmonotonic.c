// Without order(concurrent), iterations of one chunk are in order, also with a modifier.
// expect: clean
// expect-any: race quad
// prints: 54
#include <stdio.h>

int quad[10];

int
main (void)
{
#pragma omp parallel for schedule(nonmonotonic : dynamic, 8)
  for (int i = 0; i < 40; i++)
    quad[i / 4] += i;
  printf ("%d\n", quad[3]);
  return 0;
}
