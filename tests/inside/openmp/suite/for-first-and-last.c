// Only the first and the last iteration touch the same element.
// expect: race ring
// at: 14 16
#include <stdio.h>

int ring[64];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    {
      ring[i] += 1;
      if (i == 63)
        ring[0] += 1;
    }
  printf ("%d\n", ring[0]);
  return 0;
}
