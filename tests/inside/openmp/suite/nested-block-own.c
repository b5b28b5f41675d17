// A block that a thread of an inner team has allocated is its own there, and its opener's after the team's end.
// expect: clean
#include <stdlib.h>

int
main (void)
{
  int result = 0;
#pragma omp parallel for num_threads(2) reduction(+ : result)
  for (int i = 0; i < 2; i++)
    {
      int *block = calloc (1, sizeof *block);
      int *kept = NULL;
      *block = 1;
#pragma omp parallel num_threads(2) reduction(+ : result)
      {
        int *own = calloc (1, sizeof *own);
#pragma omp for
        for (int j = 0; j < 4; j++)
          *own += *block;
        result += *own;
#pragma omp master
        kept = own;
#pragma omp barrier
        if (own != kept)
          free (own);
      }
      *kept = 0;
      for (int j = 0; j < 4; j++)
        *kept += *block;
      result += *kept + --*block;
      free (kept);
      free (block);
    }
  return result == 16 ? 0 : 1;
}
