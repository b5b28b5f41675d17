// critical excludes the threads of one contention group, and each team is one of its own.
// expect: race sum
// at: 15
#include <stdio.h>

int sum;

int
main (void)
{
#pragma omp teams num_teams(4) thread_limit(2)
#pragma omp parallel
  {
#pragma omp critical
    sum += 1;
  }
  printf ("%d\n", sum);
  return 0;
}
