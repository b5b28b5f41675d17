// The creator frees the block while the task may still use it.
// expect: race heap
// at: 17 18
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int seen = 0;
#pragma omp parallel
#pragma omp single
  {
    int *block = malloc (4 * sizeof *block);
    block[1] = 5;
#pragma omp task shared(seen) firstprivate(block)
    seen = block[1];
    free (block);
  }
  printf ("%d\n", seen);
  return 0;
}
