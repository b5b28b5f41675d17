// A section allocates a block, and opens a team of one: its only thread is the one that allocated the block.
// expect: clean
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  int result = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp sections nowait reduction(+ : result)
    {
#pragma omp section
      {
        int *block = calloc (1, sizeof *block);
#pragma omp taskgroup
        {
#pragma omp parallel num_threads(2) if(0)
          {
            memset (block, 0, sizeof *block);
#pragma omp for
            for (int i = 0; i < 2; i++)
              *block += i;
          }
        }
        result += *block - 1;
        free (block);
      }
    }
  }
  return result;
}
