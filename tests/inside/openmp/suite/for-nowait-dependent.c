// nowait drops the barrier that the second loop needs.
// expect: race a
// at: 15 18
#include <stdio.h>

int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 40; i++)
      b[i] = a[39 - i];
  }
  printf ("%d\n", b[0]);
  return 0;
}
