/* Loop-carried by another name. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int b[20] = { 0 }, *c = b + 1;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 19; i++)
    c[i] += b[i] + a[i];
  printf ("%d\n", b[19]);
  return 0;
}
