// OMP_NUM_TEAMS and OMP_TEAMS_THREAD_LIMIT are for leagues that say nothing.
// expect: clean
// compilers: gcc
// environment: OMP_NUM_TEAMS=3 OMP_TEAMS_THREAD_LIMIT=5
#include <omp.h>
#include <stdlib.h>

int
main (void)
{
  int teams = 0, fewer = 0;
  if (omp_get_max_teams () != 3 || omp_get_teams_thread_limit () != 5)
    abort ();
#pragma omp teams reduction(+ : teams)
  {
    if (omp_get_num_teams () > 3)
      abort ();
#pragma omp parallel num_threads(1)
    if (omp_get_thread_limit () > 5)
      abort ();
    teams++;
  }
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : fewer)
  {
#pragma omp parallel num_threads(1)
    if (omp_get_thread_limit () > 2)
      abort ();
    fewer++;
  }
  if (teams < 1 || teams > 3 || fewer < 1 || fewer > 2)
    abort ();
  return 0;
}
