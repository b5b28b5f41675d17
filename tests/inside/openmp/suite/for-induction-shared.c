// A second induction variable is shared: every iteration reads and advances it.
// expect: race k
// at: 14
#include <stdio.h>

int store[60], *out = store, k;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 30; i++)
    {
      k += 2;
      out[2 * i] = i;
    }
  printf ("%d %d\n", k, out[0]);
  return 0;
}
