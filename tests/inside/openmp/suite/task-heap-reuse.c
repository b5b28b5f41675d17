// Each task allocates and frees a block of its own: the same address, but another object.
// expect: clean
#include <stdlib.h>

int total;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
    {
#pragma omp task
      {
        int *own = malloc (16 * sizeof *own);
        for (int k = 0; k < 16; k++)
          own[k] = i;
        int sum = 0;
        for (int k = 0; k < 16; k++)
          sum += own[k];
        free (own);
#pragma omp atomic
        total += sum;
      }
    }
  return total != 16 * 190;
}
