/* A prefix sum: neither a reduction nor an atomic construct mends it. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int sum = 0, sums[20];
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      sum += a[i];
      sums[i] = sum;
    }
  printf ("%d\n", sums[3]);
  return 0;
}
