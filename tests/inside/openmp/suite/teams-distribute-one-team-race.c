// Nothing says that one team gets the five iterations that share an element, though here it does.
// expect: race a
// expect-as-scheduled: clean
// at: 14
#include <stdio.h>

int a[20];

int
main (void)
{
#pragma omp teams distribute num_teams(4)
  for (int i = 0; i < 100; i++)
    a[i / 5] += i;
  printf ("%d\n", a[1]);
  return 0;
}
