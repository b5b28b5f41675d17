/* hints: all */
/* output: 1900 */
/* wants: `private\(j\)` */
#include <stdio.h>

int
main (void)
{
  int j, b[20] = { 0 }, sum = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      for (j = 0; j < 10; j++)
        b[i] += a[i];
    }
  for (int i = 0; i < 20; i++)
    sum += b[i];
  printf ("%d\n", sum);
  return 0;
}
