// The value of the last iteration is wanted, but every iteration stores into the shared variable.
// expect: race last
// at: 14
#include <stdio.h>

int last, store[25], *a = store;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 25; i++)
    {
      last = i;
      a[i] += last;
    }
  printf ("%d %d\n", last >= 0, a[24]);
  return 0;
}
