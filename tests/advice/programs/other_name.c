/* The variable has another name, by which the loop changes it, too. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int sum = 0, *also = &sum;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      sum += i;
      *also += i;
    }
  printf ("%d\n", sum);
  return 0;
}
