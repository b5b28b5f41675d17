// The update stands after the ordered region and not inside it.
// expect: race total
// at: 16
#include <stdio.h>

int total, trace[20];

int
main (void)
{
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 20; i++)
    {
#pragma omp ordered
      trace[i] = i;
      total += i;
    }
  printf ("%d %d\n", total, trace[19]);
  return 0;
}
