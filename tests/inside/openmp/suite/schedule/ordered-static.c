// Ordered regions come in the order of the iterations, whatever the schedule is.
// expect: clean
// prints: 0 1 2 3 4 5 6 7 8 9 0 2 4 6 8 9 8 7 6 5 4 3 2 1 0
#include <stdio.h>

int
main (void)
{
#pragma omp parallel for ordered schedule(static)
  for (int i = 0; i < 10; i++)
    {
#pragma omp ordered
      printf ("%d ", i);
    }
#pragma omp parallel for ordered schedule(dynamic, 3)
  for (int i = 0; i < 10; i++)
    if (i % 2 == 0)
      {
#pragma omp ordered
        printf ("%d ", i);
      }
#pragma omp parallel for ordered
  for (int i = 9; i >= 0; i--)
    {
#pragma omp ordered
      printf ("%d ", i);
    }
  return 0;
}
