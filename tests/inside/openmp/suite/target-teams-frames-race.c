// A function's static variable is one for all teams of the league, unlike its locals.
// expect: race calls
// at: 11
#include <stdio.h>

__attribute__ ((noinline)) int
count (void)
{
  static int calls;
  int own[4] = { 1 };
  own[calls++ % 4]++;
  return own[0];
}

int
main (void)
{
  int sums[3] = { 0 };
#pragma omp target teams num_teams(3) map(tofrom : sums)
  {
    int sum = count ();
#pragma omp distribute
    for (int i = 0; i < 3; i++)
      sums[i] = sum + i;
  }
  printf ("%d\n", sums[0] > 0);
  return 0;
}
