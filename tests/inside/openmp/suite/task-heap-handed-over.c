// The creator hands a block to a task and goes on writing into it.
// expect: race heap
// at: 16 17
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int seen = 0;
  int *block = calloc (4, sizeof *block);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(seen)
    seen = block[2];
    block[2] = 9;
  }
  printf ("%d\n", seen);
  free (block);
  return 0;
}
