// An error at execution ends the program; what was found before is told.
// expect: race shared
// at: 13
// status: 1
// compilers: gcc
#include <stdio.h>
static int shared;
int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    shared++;
  }
  if (shared > 0)
    {
#pragma omp error at(execution) severity(fatal) message("no more")
    }
  puts ("not reached");
  return 0;
}
