// schedule(auto) guarantees nothing.
// expect: race pair
// expect-as-scheduled: clean
// at: 15
#include <stdio.h>

int pair[16];

int
main (void)
{
  /* blocks of a static schedule would be of two in a team of sixteen, of eight in a team of four */
#pragma omp parallel for schedule(auto)
  for (int i = 0; i < 32; i++)
    pair[i / 2] += i;
  printf ("%d\n", pair[3]);
  return 0;
}
