// Where the chunks of a guided schedule end is for the implementation to say, whatever the smallest size is.
// expect: race pair
// at: 13
#include <stdio.h>

int pair[20];

int
main (void)
{
#pragma omp parallel for schedule(guided, 4)
  for (int i = 0; i < 40; i++)
    pair[i / 2] += i;
  printf ("%d\n", pair[3]);
  return 0;
}
