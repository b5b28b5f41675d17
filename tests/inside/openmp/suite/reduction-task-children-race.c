// Children of a task with in_reduction, without the clause themselves, add to its copy of the variable.
// expect: race sum
// at: 22
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
              sum += i;
            }
#pragma omp taskwait
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
