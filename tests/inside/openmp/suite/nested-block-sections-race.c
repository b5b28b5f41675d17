// An iteration allocates a block, and opens a team whose sections read and write it. The thread that allocated the block
// may execute both sections; but another thread of the team may execute one of them.
// expect: race heap
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 1; i++)
    {
      int *block = calloc (1, 2 * sizeof *block);
#pragma omp taskgroup
      {
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
          printf ("%d\n", ((char *) block)[0]);
#pragma omp section
          block[0] += 1;
#pragma omp section
          ;
        }
      }
      free (block);
    }
  return 0;
}
