// A reduction over the teams.
// expect: clean
#include <omp.h>

int
main (void)
{
  int sum = 0, teams = 0;
#pragma omp teams num_teams(4) thread_limit(2) reduction(+ : sum, teams)
  {
    sum += 3;
    if (omp_get_team_num () == 0)
      teams = omp_get_num_teams ();
  }
  return sum != 3 * teams;
}
