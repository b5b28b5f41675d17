// All threads store the same value into one variable: still a race, whatever the value is.
// expect: race done
// at: 12
#include <stdio.h>

int done;

int
main (void)
{
#pragma omp parallel
  done = 1;
  printf ("%d\n", done);
  return 0;
}
