// Each iteration needs what the one before it has written.
// expect: race a
// at: 16
#include <stdio.h>

int
main (void)
{
  int a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = i;
#pragma omp simd
  for (int i = 0; i < 99; i++)
    {
      /* of the same function, whose address nobody has */
      a[i + 1] = a[i] + b[i];
    }
  printf ("%d\n", a[99]);
  return 0;
}
