// Without a chunk size the chunks of a dynamic schedule are single iterations.
// expect: race pair
// at: 13
#include <stdio.h>

int pair[20];

int
main (void)
{
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 40; i++)
    pair[i / 2] += i;
  printf ("%d\n", pair[3]);
  return 0;
}
