// A child adds to the copy of its creator by a pointer.
// expect: race sum
// at: 21 22
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
          int *copy = &sum;
#pragma omp task firstprivate(copy)
          *copy += 1;
          sum += 2;
#pragma omp taskwait
        }
      }
  }
  printf ("%d\n", sum);
  return 0;
}
