// The loop index is shared with the tasks, which read it while the creator advances it.
// expect: race i
// at: 14 18
#include <stdio.h>

int i, seen[11];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    for (i = 0; i < 10; i++)
      {
#pragma omp task
        {
          int k = i;
#pragma omp atomic write
          seen[k] = 1;
        }
      }
#pragma omp taskwait
  }
  printf ("%d\n", seen[0] >= 0);
  return 0;
}
