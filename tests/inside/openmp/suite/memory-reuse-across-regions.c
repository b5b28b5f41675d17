// The second region gets the memory that the first one freed: another object, ordered by the join.
// expect: clean
#include <stdlib.h>

int
main (void)
{
  int wrong = 0;
  for (int round = 0; round < 4; round++)
    {
      int *block = malloc (40 * sizeof *block);
#pragma omp parallel for
      for (int i = 0; i < 40; i++)
        block[i] = i + round;
#pragma omp parallel for reduction(+ : wrong)
      for (int i = 0; i < 40; i++)
        wrong += block[39 - i] != 39 - i + round;
      free (block);
    }
  return wrong != 0;
}
