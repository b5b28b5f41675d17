/* hints: all */
/* output: 760 */
/* wants: `private\(tmp\)` */
#include <stdio.h>

int
main (void)
{
  int tmp, b[20], sum = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      tmp = a[i] * 2;
      b[i] = tmp + tmp;
    }
  for (int i = 0; i < 20; i++)
    sum += b[i];
  printf ("%d\n", sum);
  return 0;
}
