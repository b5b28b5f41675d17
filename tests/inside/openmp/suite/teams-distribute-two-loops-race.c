// Nothing says that an iteration of the second loop is in the team that had the same one of the first.
// expect: race a
// expect-as-scheduled: clean
// at: 17 20
#include <stdio.h>

int a[64], b[64];

int
main (void)
{
#pragma omp teams num_teams(2)
  {
#pragma omp distribute
    for (int i = 0; i < 64; i++)
      {
        a[i] = i;
      }
#pragma omp distribute
    for (int i = 0; i < 64; i++) b[i] = a[i];
  }
  printf ("%d\n", b[63]);
  return 0;
}
