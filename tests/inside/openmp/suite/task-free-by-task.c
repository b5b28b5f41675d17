// The task frees the block that was made for it.
// expect: clean
#include <stdlib.h>

int total;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; i++)
    {
      int *block = malloc (sizeof *block);
      *block = i;
#pragma omp task firstprivate(block)
      {
#pragma omp atomic
        total += *block;
        free (block);
      }
    }
  return total != 28;
}
