/* Loop-carried, in the form of an update. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int b[20] = { 0 };
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 1; i < 20; i++)
    b[i] += b[i - 1];
  printf ("%d\n", b[19]);
  return 0;
}
