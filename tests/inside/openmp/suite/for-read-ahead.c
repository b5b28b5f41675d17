// Iteration i reads a[i + 1], which iteration i + 1 overwrites.
// expect: race a
// at: 16 17
#include <stdio.h>

int a[101];

int
main (void)
{
  for (int i = 0; i <= 100; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    {
      int next = a[i + 1];
      a[i] = next;
    }
  printf ("%d\n", a[0]);
  return 0;
}
