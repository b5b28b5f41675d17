// A critical section keeps the threads of one team apart, not those of another, in a large league, too.
// expect: race x
#include <omp.h>
#include <stdio.h>

static int x;

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
        x++;
      }
  }
  printf ("%d\n", x);
  return 0;
}
