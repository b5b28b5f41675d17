// Only iterations 0 and 1 conflict; any two iterations may run in different threads.
// expect: race flag
// at: 16 18
#include <stdio.h>

int flag, copy, store[100], *a = store;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    {
      a[i] = i;
      if (i == 0)
        flag = 1;
      if (i == 1)
        copy = flag;
    }
  printf ("%d %d\n", copy, a[99]);
  return 0;
}
