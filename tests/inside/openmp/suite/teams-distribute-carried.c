// Iterations that depend on each other are shared out to teams.
// expect: race a
// at: 14
#include <stdio.h>

int a[64];

int
main (void)
{
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp distribute
  for (int i = 1; i < 64; i++)
    a[i] = a[i - 1] + 1;
  printf ("%d\n", a[63]);
  return 0;
}
