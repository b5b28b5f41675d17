// A plain test before the atomic compare races with the stores of the others.
// expect: race best
// at: 16 17
// compilers: gcc
#include <stdio.h>

int best, tried[25];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 25; i++)
    {
      int value = i * 11 % 25;
      tried[i] = best < value;
#pragma omp atomic compare
      if (best < value)
        {
          best = value;
        }
    }
  printf ("%d %d\n", best, tried[0]);
  return 0;
}
