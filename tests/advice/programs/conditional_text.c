/* What is compiled of the loop is not what it says. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int sum = 0, last = 0;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      sum += i;
#ifndef NOTHING
      last = sum;
#endif
    }
  printf ("%d\n", sum + last);
  return 0;
}
