// What iteration i does before its ordered region comes before the region of i + 1, not before its
// start.
// expect: race a
// at: 15
#include <stdio.h>

int a[21], total;

int
main (void)
{
#pragma omp parallel for ordered
  for (int i = 0; i < 20; i++)
    {
      a[i] = a[i + 1] + 1;
#pragma omp ordered
      total += i;
    }
  printf ("%d %d\n", a[0], total);
  return 0;
}
