/* The reduction's own lock is nothing that a program can use. */
/* hints: some */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int sum = 0, seen[4] = { 0 };
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < 16; i++)
      sum += i;
#pragma omp for
    for (int i = 0; i < 4; i++)
      seen[i] = sum;
  }
  printf ("%d\n", seen[0]);
  return 0;
}
