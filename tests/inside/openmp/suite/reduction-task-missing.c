// The tasks of a taskgroup without task_reduction add into the shared variable.
// expect: race sum
// at: 17 19
#include <stdio.h>

int sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task shared(sum)
      sum += 1;
#pragma omp task shared(sum)
      sum += 2;
    }
  }
  printf ("%d\n", sum);
  return 0;
}
