// A child adds to the copy of its creator, which waits for it.
// expect: clean
// prints: 18
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
#pragma omp task shared(sum)
          sum += 2;
#pragma omp taskwait
          sum += 3;
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
