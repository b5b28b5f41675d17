// The same for a block that a thread keeps from one inner team to the next: two singles of the second team.
// expect: race heap
#include <stdlib.h>

int
main (void)
{
  int result = 0;
#pragma omp parallel for num_threads(2) reduction(+ : result)
  for (int i = 0; i < 2; i++)
    {
      int *block = NULL;
#pragma omp parallel num_threads(2)
#pragma omp master
      block = calloc (1, sizeof *block);
#pragma omp parallel num_threads(2)
      {
#pragma omp single nowait
        *block += 1;
#pragma omp single
        *block += 1;
      }
      result += *block - 2;
      free (block);
    }
  return result;
}
