// A running sum in a shared variable instead of a scan.
// expect: race sum
// at: 16
#include <stdio.h>

int a[24], store[24], *prefix = store, sum;

int
main (void)
{
  for (int i = 0; i < 24; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 24; i++)
    {
      sum += a[i];
      prefix[i] = sum;
    }
  printf ("%d\n", prefix[0] >= 0);
  return 0;
}
