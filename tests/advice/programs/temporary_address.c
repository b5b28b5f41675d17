/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int tmp, b[20];
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      tmp = a[i];
      int *p = &tmp;
      b[i] = *p;
    }
  printf ("%d\n", b[3]);
  return 0;
}
