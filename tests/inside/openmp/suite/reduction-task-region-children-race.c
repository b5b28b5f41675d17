// reduction(task, +) on the parallel region: explicit tasks without in_reduction add to the copy of their creator.
// expect: race sum
// at: 17
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp single
    for (int i = 0; i < 20; i++)
      {
#pragma omp task shared(sum)
        sum += i;
      }
  }
  printf ("%d\n", sum);
  return 0;
}
