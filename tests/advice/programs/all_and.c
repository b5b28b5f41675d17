/* hints: all */
/* output: 0 */
/* wants: reduction\(&&:all\) */
#include <stdio.h>

int
main (void)
{
  int all = 1;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    all = all && a[i] < 19;
  printf ("%d\n", all);
  return 0;
}
