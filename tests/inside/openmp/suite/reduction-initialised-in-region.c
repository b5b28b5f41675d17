// One thread sets the variable to zero without a barrier before the loop that reduces into it.
// expect: race sum
// at: 14 15
#include <stdio.h>

int sum;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp master
    sum = 0;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 40; i++)
      sum += i;
  }
  printf ("%d\n", sum);
  return 0;
}
