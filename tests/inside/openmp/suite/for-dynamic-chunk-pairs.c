// Chunks of a dynamic loop may be any thread's: elements shared by two chunks race.
// expect: race half
// at: 13
#include <stdio.h>

int half[4];

int
main (void)
{
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < 16; i++)
    half[i / 4] += 1;
  printf ("%d\n", half[0]);
  return 0;
}
