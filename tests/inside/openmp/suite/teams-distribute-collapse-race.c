// A row is a block of the collapsed loop that one team happens to get.
// expect: race rows
// expect-as-scheduled: clean
// at: 16
#include <stdio.h>

int rows[4];

int
main (void)
{
#pragma omp teams num_teams(2)
#pragma omp distribute collapse(2)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++)
      rows[i] += j;
  printf ("%d\n", rows[1]);
  return 0;
}
