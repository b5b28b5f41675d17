// One task fills a block, its successor by depend frees it; a third one gets memory anew.
// expect: clean
#include <stdlib.h>

int *block, sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : block)
    {
      block = malloc (8 * sizeof *block);
      for (int i = 0; i < 8; i++)
        block[i] = i;
    }
#pragma omp task depend(inout : block)
    {
      for (int i = 0; i < 8; i++)
        sum += block[i];
      free (block);
    }
#pragma omp task
    {
      int *other = calloc (8, sizeof *other);
      other[0]++;
      free (other);
    }
  }
  return sum != 28;
}
