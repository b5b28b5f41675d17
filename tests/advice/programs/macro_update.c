/* The update is hidden in a macro. */
/* hints: none */
/* output: - */
#include <stdio.h>
#define ADD(x) (sum += (x))

int
main (void)
{
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    ADD (i);
  printf ("%d\n", sum);
  return 0;
}
