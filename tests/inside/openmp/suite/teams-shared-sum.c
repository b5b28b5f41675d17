// The initial threads of the teams run at the same time and add into one variable.
// expect: race sum
// at: 12
#include <stdio.h>

int sum;

int
main (void)
{
#pragma omp teams num_teams(4) thread_limit(2)
  sum += 1;
  printf ("%d\n", sum);
  return 0;
}
