/* hints: all */
/* output: 200 */
/* wants: before lines \d+ and \d+ */
#include <stdio.h>

int
main (void)
{
  int sum = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      if (a[i] % 2)
        sum += a[i];
      else
        sum += a[i] + 1;
    }
  printf ("%d\n", sum);
  return 0;
}
