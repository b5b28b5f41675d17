/* hints: all */
/* output: 0 */
/* wants: reduction\(min:m\) */
#include <stdio.h>

int
main (void)
{
  int m = 100;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    m = m < a[i] ? m : a[i];
  printf ("%d\n", m);
  return 0;
}
