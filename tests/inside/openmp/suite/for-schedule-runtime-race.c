// schedule(runtime): two neighbouring iterations share an element.
// expect: race pair
// at: 13
#include <stdio.h>

int pair[20];

int
main (void)
{
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 40; i++)
    pair[i / 2] += i;
  printf ("%d\n", pair[0]);
  return 0;
}
