// Each team writes the element of its own number.
// expect: clean
#include <omp.h>

int slot[4];

int
main (void)
{
#pragma omp teams num_teams(4) thread_limit(2)
  slot[omp_get_team_num ()] += 1;
  return slot[0] != 1;
}
