/* Who comes last decides: no atomic construct changes that. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int last = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    if (a[i] > 3)
      last = i;
  printf ("%d\n", last);
  return 0;
}
