// The threads of one team of a large league exclude each other by a critical section.
// expect: clean
// prints: 2 2
#include <omp.h>
#include <stdio.h>

static int x[100];

int
main (void)
{
#pragma omp teams num_teams(100)
  {
    int team = omp_get_team_num ();
    if (team == 0 || team == 64)
      {
#pragma omp parallel num_threads(2)
#pragma omp critical
        x[team]++;
      }
  }
  printf ("%d %d\n", x[0], x[64]);
  return 0;
}
