/* A reduction of m alone would lose the index. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int m = -1, where = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    if (a[i] > m)
      {
        m = a[i];
        where = i;
      }
  printf ("%d\n", m + where);
  return 0;
}
