// copyprivate gives the same pointer to all threads: what it points to is shared between them.
// expect: race heap
// at: 15
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int *block = 0;
#pragma omp parallel firstprivate(block)
  {
#pragma omp single copyprivate(block)
    block = calloc (4, sizeof *block);
    block[0] += 1;
#pragma omp barrier
#pragma omp master
    {
      printf ("%d\n", block[0] > 0);
      free (block);
    }
  }
  return 0;
}
