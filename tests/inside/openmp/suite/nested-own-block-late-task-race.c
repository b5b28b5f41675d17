// The opener of the inner team goes on in conflict with a task that it has left.
// expect: race heap
// flags: -O2
#include <stdlib.h>

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
      int *block = calloc (1, 2 * sizeof *block);
#pragma omp task firstprivate(block)
      {
        block[1] += 1;
        __asm__ volatile ("" : : : "memory");
      }
#pragma omp parallel num_threads(2)
#pragma omp master
      {
        block[1] += 2;
        __asm__ volatile ("" : : : "memory");
      }
#pragma omp taskwait
      free (block);
    }
  }
  return 0;
}
