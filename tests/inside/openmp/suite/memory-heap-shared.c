// The block is allocated once and its pointer shared: all threads use the same elements.
// expect: race heap
// at: 12
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int *block = calloc (4, sizeof *block);
#pragma omp parallel
  block[3] += 1;
  printf ("%d\n", block[3]);
  free (block);
  return 0;
}
