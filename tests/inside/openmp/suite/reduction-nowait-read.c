// With nowait the sum is not complete when a thread reads it after the loop.
// expect: race sum
// at: 13 17
#include <stdio.h>

int sum, seen[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < 40; i++)
      sum += i;
#pragma omp master
    seen[0] = sum;
  }
  printf ("%d\n", seen[0] >= 0);
  return 0;
}
