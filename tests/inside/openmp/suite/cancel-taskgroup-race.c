// The tasks of the group store their result without protection, cancelled or not.
// expect: race found
// at: 22
// environment: OMP_CANCELLATION=true
#include <stdio.h>

int found;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 10; i++)
      {
#pragma omp task
        {
          if (i > 6)
            {
              found = i;
#pragma omp cancel taskgroup
            }
        }
      }
  }
  printf ("%d\n", found >= 0);
  return 0;
}
