/* Not every iteration gives it a value. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int tmp = 3, b[20];
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      if (a[i] % 2)
        tmp = a[i];
      b[i] = tmp;
    }
  printf ("%d\n", b[3]);
  return 0;
}
