// A team that knows its number uses what belongs to it, also in the regions inside.
// expect: clean
// prints: 4950 4950 120
#include <omp.h>
#include <stdio.h>

int a[4], b[4], c[4];

static int
sum (const int *of)
{
  return of[0] + of[1] + of[2] + of[3];
}

int
main (void)
{
#pragma omp teams num_teams(4)
  {
    int own = omp_get_team_num ();
#pragma omp distribute
    for (int i = 0; i < 100; i++)
      a[own] += i;
  }
#pragma omp teams distribute num_teams(4)
  for (int i = 0; i < 100; i++)
    b[omp_get_team_num ()] += i;
#pragma omp teams distribute num_teams(4)
  for (int i = 0; i < 16; i++)
    {
#pragma omp parallel num_threads(2)
#pragma omp single
      c[omp_get_team_num ()] += i;
    }
  printf ("%d %d %d\n", sum (a), sum (b), sum (c));
  return 0;
}
