/* hints: all */
/* output: 3 */
/* wants: `#pragma omp atomic` before line */
#include <stdio.h>

int
main (void)
{
  int count[7] = { 0 };
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    count[a[i] % 7]++;
  printf ("%d\n", count[1]);
  return 0;
}
