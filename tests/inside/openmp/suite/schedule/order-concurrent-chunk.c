// order(concurrent): two iterations of one chunk of a static or dynamic schedule have no order, either.
// expect: race pair
// expect: race quad
#include <stdio.h>

int pair[20], quad[10];

int
main (void)
{
#pragma omp parallel for schedule(static, 8) order(concurrent)
  for (int i = 0; i < 40; i++)
    pair[i / 2] += i;
#pragma omp parallel for order(concurrent), schedule(dynamic, 8)
  for (int i = 0; i < 40; i++)
    quad[i / 4] += i;
  printf ("%d %d\n", pair[3], quad[3]);
  return 0;
}
