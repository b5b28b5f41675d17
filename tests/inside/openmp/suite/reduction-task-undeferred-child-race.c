// A child of an undeferred child adds to the copy of a task with in_reduction, which does not wait for it.
// expect: race sum
// at: 22 24
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
#pragma omp task shared(sum) if (0)
          {
#pragma omp task shared(sum)
            sum += 1;
          }
          sum += 2;
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
