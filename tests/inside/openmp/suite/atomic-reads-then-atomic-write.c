// All accesses to the variable are atomic, or come after the loop.
// expect: clean
// also: undecided
#include <stdio.h>

static int x, v[8];

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++)
    {
      int t;
      if (i == 7)
        {
#pragma omp atomic
          x++;
        }
      else
        {
#pragma omp atomic read
          t = x;
          v[i] = t & 0;
        }
    }
  printf ("%d\n", x + v[0]);
  return 0;
}
