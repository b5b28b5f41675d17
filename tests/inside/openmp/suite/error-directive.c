// A warning at execution, by a thread of a team: the program goes on.
// expect: clean
// prints: after
// compilers: gcc
#include <stdio.h>
static int count;
int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp error at(execution) severity(warning) message("seen")
#pragma omp atomic
    count++;
  }
  puts ("after");
  return 0;
}
