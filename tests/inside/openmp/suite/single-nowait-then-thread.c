// What a thread does after a single construct without a barrier is the thread's, whoever executed the single.
// expect: clean
#include <stdio.h>

int steps[2], once;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(0)
    steps[0] = 1;
#pragma omp masked filter(1)
    steps[1] = 1;
#pragma omp single nowait
    once = 1;
#pragma omp masked filter(0)
    steps[0] += 1;
#pragma omp masked filter(1)
    steps[1] += 1;
  }
  printf ("%d %d %d\n", steps[0], steps[1], once);
  return 0;
}
