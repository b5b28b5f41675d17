// The threads of a team inside of a task with in_reduction add to the copy of the task.
// expect: race sum
// at: 21
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
#pragma omp parallel num_threads(2)
          sum += 1;
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
