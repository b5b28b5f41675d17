// A target region in a team of a league is in no league.
// expect: clean
// compilers: gcc
#include <omp.h>
#include <stdlib.h>

int
main (void)
{
#pragma omp teams num_teams(2)
  {
    int me = omp_get_team_num ();
#pragma omp parallel num_threads(2)
#pragma omp target
    if (omp_get_num_teams () != 1 || omp_get_team_num () != 0 || omp_get_level () != 0)
      abort ();
    if (omp_get_num_teams () != 2 || omp_get_team_num () != me)
      abort ();
  }
  return 0;
}
