// Children add to the copy of their creator in critical sections.
// expect: clean
// prints: 48
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
          for (int i = 0; i < 6; i++)
            {
#pragma omp task shared(sum)
#pragma omp critical
              sum += i;
            }
#pragma omp critical
          sum += 1;
#pragma omp taskwait
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
