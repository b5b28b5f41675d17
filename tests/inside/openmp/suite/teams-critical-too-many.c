// Critical sections of more than 64 teams are not all told apart: the verdict is undecided, not race-free.
// expect: unseen
#include <omp.h>
#include <stdio.h>

static int x;

int
main (void)
{
#pragma omp teams num_teams(65)
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
