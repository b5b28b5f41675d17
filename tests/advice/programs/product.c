/* hints: all */
/* output: 1024 */
/* wants: reduction\(\*:product\) */
#include <stdio.h>

int
main (void)
{
  int product = 1;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    product *= 2;
  printf ("%d\n", product + a[0]);
  return 0;
}
