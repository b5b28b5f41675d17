/* hints: all */
/* output: 10 */
/* wants: reduction\(\+:cnt\) */
#include <stdio.h>

int
main (void)
{
  int cnt = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    if (a[i] % 2)
      cnt++;
  printf ("%d\n", cnt);
  return 0;
}
