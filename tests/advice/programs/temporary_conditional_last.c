/* The last value is that of the last iteration that had one. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int tmp = 0, b[20];
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      b[i] = 0;
      if (a[i] > 3)
        {
          tmp = a[i];
          b[i] = tmp;
        }
    }
  printf ("%d\n", tmp + 0 * b[3]);
  return 0;
}
