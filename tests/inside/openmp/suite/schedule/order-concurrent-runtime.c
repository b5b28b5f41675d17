// order(concurrent): nor are two iterations of one chunk in order that OMP_SCHEDULE makes.
// expect: race pair
// environment: OMP_SCHEDULE=dynamic,8
// at: 15
#include <stdio.h>

int pair[20];

int
main (void)
{
#pragma omp parallel
#pragma omp for schedule(runtime) order(concurrent)
  for (int i = 0; i < 40; i++)
    pair[i / 2] += i;
  printf ("%d\n", pair[3]);
  return 0;
}
