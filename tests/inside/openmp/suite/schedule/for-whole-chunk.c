// One chunk takes all iterations, so that one thread runs them all in order, by that mapping only.
// expect: clean
// expect-any: race sum
// at: 14
#include <stdio.h>

int sum;

int
main (void)
{
#pragma omp parallel for schedule(static, 100)
  for (int i = 0; i < 100; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
