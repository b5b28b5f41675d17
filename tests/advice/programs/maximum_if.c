/* hints: all */
/* output: 19 */
/* wants: reduction\(max:m\) */
#include <stdio.h>

int
main (void)
{
  int m = -1;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    if (a[i] > m)
      m = a[i];
  printf ("%d\n", m);
  return 0;
}
