/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int x = 1;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    x = a[i] - x;
  printf ("%d\n", x);
  return 0;
}
