// An iteration updates a variable atomically and reads it again; the next iteration of the same thread reads it plainly.
// expect: race y
#include <stdio.h>

static int y, z[64];

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++)
    {
      if (i == 0)
        {
#pragma omp atomic
          y++;
          z[0] = y;
        }
      else if (i == 1)
        {
          z[1] = y;
        }
    }
  printf ("%d\n", z[0]);
  return 0;
}
