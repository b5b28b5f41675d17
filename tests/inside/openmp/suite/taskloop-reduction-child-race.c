// The tasks of a taskloop with a reduction do not wait for their children, which add to their copies.
// expect: race sum
// at: 17 18
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum) num_tasks(2)
  for (int k = 0; k < 4; k++)
    {
#pragma omp task shared(sum)
      sum += 1;
      sum += 2;
#pragma omp taskwait
    }
  printf ("%d\n", sum);
  return 0;
}
