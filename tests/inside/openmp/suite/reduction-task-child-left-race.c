// A child that nobody has waited for adds to the copy of a task that has ended. A task that the same thread executes next
// may have the same copy.
// expect: race sum
// at: 21 25
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum)
      {
#pragma omp task shared(sum)
        {
          sum += 1;
        }
      }
#pragma omp task in_reduction(+ : sum)
      sum += 2;
    }
  }
  printf ("%d\n", sum);
  return 0;
}
