// One thread updates atomically, but the others read without atomic.
// expect: race total
// at: 15 16
#include <stdio.h>

int total, seen[64];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    {
#pragma omp atomic
      total += i;
      seen[i] = total;
    }
  printf ("%d %d\n", total, seen[0]);
  return 0;
}
