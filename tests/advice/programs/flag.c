/* hints: all */
/* output: 1 */
/* wants: atomic write */
#include <stdio.h>

int
main (void)
{
  int found = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    if (a[i] > 3)
      found = 1;
  printf ("%d\n", found);
  return 0;
}
