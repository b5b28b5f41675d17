// The writers are in a critical section, the reader is not.
// expect: race best
// at: 14 19
#include <stdio.h>

int best, skipped[32];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    {
      if (i * 7 % 32 <= best)
        skipped[i] = 1;
      else
        {
#pragma omp critical
          best = i * 7 % 32;
        }
    }
  printf ("%d\n", best + skipped[0] >= 0);
  return 0;
}
