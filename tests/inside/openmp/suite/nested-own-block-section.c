// A section allocates a block and reads it, then a team that it opens writes it: both are of one thread, or come one after
// the other.
// expect: clean
// flags: -O2
#include <stdlib.h>

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      {
        int *block = calloc (1, 2 * sizeof *block), it = block[1];
        __asm__ volatile ("" : : "r" (it) : "memory");
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
          {
            block[1] += 1;
            __asm__ volatile ("" : : : "memory");
          }
        }
        free (block);
      }
    }
  }
  return 0;
}
