// reduction(task, +) on the parallel region: each thread and its task add to the thread's copy.
// expect: race sum
// at: 14 15
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp task shared(sum)
    sum += 1;
    sum += 2;
  }
  printf ("%d\n", sum);
  return 0;
}
