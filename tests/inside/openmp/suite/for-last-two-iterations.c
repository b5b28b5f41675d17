// Only the last two iterations store into one variable: they are one thread's, by the schedule clause.
// expect: clean
// expect-any: race tail
// at: 17
#include <stdio.h>

int tail, store[1000], *a = store;

int
main (void)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 1000; i++)
    {
      a[i] = i;
      if (i >= 998)
        tail += i;
    }
  printf ("%d %d\n", tail, a[7]);
  return 0;
}
