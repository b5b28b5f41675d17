// Children add to the copy of their creator by atomic updates.
// expect: clean
// prints: 51
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int t = 0; t < 3; t++)
      {
#pragma omp task in_reduction(+ : sum)
        {
          sum += 1;
          for (int i = 0; i < 6; i++)
            {
#pragma omp task shared(sum)
#pragma omp atomic
              sum += i;
            }
#pragma omp taskwait
          sum += 1;
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
