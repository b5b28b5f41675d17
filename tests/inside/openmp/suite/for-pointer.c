// The loop variable is a pointer; two neighbours write one variable.
// expect: race last
// at: 14
#include <stdio.h>
int last, a[300];
int
main (void)
{
#pragma omp parallel for
  for (int *p = a; p < a + 300; p++)
    {
      *p = 1;
      if (p - a == 150 || p - a == 151)
        last = 1;
    }
  printf ("%d\n", last);
  return 0;
}
