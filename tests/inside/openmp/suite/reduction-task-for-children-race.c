// reduction(task, +) on a loop: tasks of an iteration add to the copy of their thread.
// expect: race sum
// at: 19
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for reduction(task, + : sum)
    for (int k = 0; k < 4; k++)
      {
        for (int i = 0; i < 20; i++)
          {
#pragma omp task shared(sum)
            sum += i;
          }
#pragma omp taskwait
      }
  }
  printf ("%d\n", sum);
  return 0;
}
