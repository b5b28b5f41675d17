// A child adds to the copy of its creator, which has in_reduction and does not wait for it.
// expect: race sum
// at: 20 21
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
#pragma omp task shared(sum)
          sum += 1;
          sum += 2;
#pragma omp taskwait
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
