// A block that was allocated before the loop is shared by its iterations.
// expect: race heap
// at: 15
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int *block = calloc (4, sizeof *block);
  if (!block)
    return 1;
#pragma omp simd
  for (int i = 0; i < 100; i++)
    block[1] += i;
  printf ("%d\n", block[1]);
  free (block);
}
