// A section allocates a block; the iterations of a loop of its inner team write one element. One thread may execute
// them all, and it is the thread that allocated the block; but they may be two threads'.
// expect: race heap
#include <stdlib.h>

int
main (void)
{
  int result = 0;
#pragma omp parallel sections num_threads(2) reduction(+ : result)
  {
#pragma omp section
    {
      int *block = malloc (sizeof *block);
#pragma omp parallel for num_threads(2)
      for (int i = 0; i < 2; i++)
        *block = i / 2;
      result += *block;
      free (block);
    }
#pragma omp section
    result += 0;
  }
  return result;
}
