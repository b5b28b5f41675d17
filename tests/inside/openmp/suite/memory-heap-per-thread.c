// Each thread allocates, uses and frees a block of its own, several times.
// expect: clean
#include <stdlib.h>

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  for (int round = 0; round < 5; round++)
    {
      int *own = malloc (32 * sizeof *own);
      for (int i = 0; i < 32; i++)
        own[i] = i + round;
      wrong += own[31] != 31 + round;
      free (own);
    }
  return wrong != 0;
}
