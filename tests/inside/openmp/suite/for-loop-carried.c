// Iteration i reads what iteration i - 1 writes.
// expect: race a
// at: 14
#include <stdio.h>

int a[64];

int
main (void)
{
  a[0] = 1;
#pragma omp parallel for
  for (int i = 1; i < 64; i++)
    a[i] = a[i - 1] + 1;
  printf ("%d\n", a[63]);
  return 0;
}
