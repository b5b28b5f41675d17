// dist_schedule(static) and the number of teams say which team gets an iteration.
// expect: clean
// prints: 35 1175
#include <stdio.h>

int a[20], b[4];

int
main (void)
{
#pragma omp teams distribute num_teams(4) dist_schedule(static)
  for (int i = 0; i < 100; i++)
    a[i / 5] += i;
#pragma omp teams num_teams(4)
#pragma omp distribute dist_schedule(static, 5)
  for (int i = 0; i < 100; i++)
    b[i / 5 % 4] += i;
  printf ("%d %d\n", a[1], b[1]);
  return 0;
}
