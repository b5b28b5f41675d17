// A critical section keeps the threads of one team apart, not those of another: here the first team and the ninth.
// expect: race x
#include <omp.h>
#include <stdio.h>

static int x;

int
main (void)
{
#pragma omp teams num_teams(9)
  {
    int team = omp_get_team_num ();
    if (team == 0 || team == 8)
      {
#pragma omp parallel num_threads(2)
#pragma omp critical
        x++;
      }
  }
  printf ("%d\n", x);
  return 0;
}
