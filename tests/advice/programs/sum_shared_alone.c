/* hints: all */
/* output: 190 */
/* wants: reduction\(\+:sum\) */
#include <stdio.h>

int
main (void)
{
  int sum = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for shared(sum)
  for (int i = 0; i < 20; i++)
    sum = a[i] + sum;
  printf ("%d\n", sum);
  return 0;
}
