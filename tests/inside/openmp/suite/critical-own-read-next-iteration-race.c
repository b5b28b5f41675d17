// An iteration writes a variable, is in a critical section, and reads the variable; the next iteration reads it, too.
// expect: race y
// at: 16 24
#include <stdio.h>

static int y, c, z[64];

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++)
    {
      if (i == 0)
        {
          y = 1;
#pragma omp critical
          c++;
          z[0] = y;
          z[8] = y;
        }
      else if (i == 1)
        {
          z[1] = y;
        }
    }
  printf ("%d\n", z[0]);
  return 0;
}
