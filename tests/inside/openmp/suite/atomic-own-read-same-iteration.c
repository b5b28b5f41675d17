// Each iteration has a variable of its own, which it updates atomically and reads plainly.
// expect: clean
// prints: 12
#include <stdio.h>

static int y[4], z[4];

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++)
    {
#pragma omp atomic
      y[i] += i;
      z[i] = y[i];
#pragma omp atomic
      y[i] += z[i];
    }
  printf ("%d\n", y[0] + y[1] + y[2] + y[3]);
  return 0;
}
