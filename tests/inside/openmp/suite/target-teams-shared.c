// The combined construct with a shared counter.
// expect: race count
// at: 13
#include <stdio.h>

int count;

int
main (void)
{
#pragma omp target teams distribute parallel for map(tofrom : count) num_teams(2) thread_limit(2)
  for (int i = 0; i < 48; i++)
    count++;
  printf ("%d\n", count);
  return 0;
}
