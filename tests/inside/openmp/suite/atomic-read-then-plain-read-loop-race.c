// The same in iterations of a loop.
// expect: race x
#include <stdio.h>

static int x, v[2];

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 6; i++)
    {
      if (i == 0)
        {
          int t;
#pragma omp atomic read
          t = x;
          v[0] = t;
        }
      else if (i == 1)
        v[1] = x;
      else if (i == 2)
        {
#pragma omp atomic write
          x = 1;
        }
    }
  printf ("%d\n", v[0]);
  return 0;
}
