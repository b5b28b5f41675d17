// An undeferred child with in_reduction, and one without the clause.
// expect: clean
// prints: 30
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
#pragma omp task in_reduction(+ : sum) if (0)
          sum += 2;
#pragma omp task shared(sum) if (0)
          sum += 3;
          sum += 4;
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
