// The same for iterations of two loops, and for all threads of the inner team.
// expect: clean
// flags: -O2
#include <stdlib.h>

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++)
    {
      int *block = calloc (8, sizeof *block);
      block[i] = i;
      __asm__ volatile ("" : : : "memory");
#pragma omp parallel for num_threads(2)
      for (int k = 0; k < 8; k++)
        {
          block[k] += 1;
          __asm__ volatile ("" : : : "memory");
        }
      block[0]++;
      free (block);
    }
  return 0;
}
