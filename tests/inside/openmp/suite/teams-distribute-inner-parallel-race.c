// Two iterations whose inner regions write the same elements are in one team here.
// expect: race a
// expect-as-scheduled: clean
// at: 16
#include <stdio.h>

int a[16];

int
main (void)
{
#pragma omp teams distribute num_teams(4)
  for (int i = 0; i < 16; i++)
    {
#pragma omp parallel for num_threads(2)
      for (int j = 0; j < 4; j++) a[i / 4 * 4 + j] += i;
    }
  printf ("%d\n", a[3]);
  return 0;
}
