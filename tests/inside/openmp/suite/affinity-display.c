// omp_display_affinity prints a line, by the format that it gets or by that of the program.
// expect: clean
// environment: OMP_AFFINITY_FORMAT=%n/%N
// prints: 0 1
// prints: 0/1
// plain: gcc: libgomp prints the lines on the error output; the specification does not say where
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  omp_display_affinity ("%{team_num} %{num_teams}");
  omp_display_affinity (NULL);
  return 0;
}
