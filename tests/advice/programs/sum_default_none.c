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
#pragma omp parallel for default(none) shared(a, sum)
  for (int i = 0; i < 20; i++)
    sum = sum + a[i];
  printf ("%d\n", sum);
  return 0;
}
