// With nowait the assignment of the last value is not ordered with the reads after the loop.
// expect: race last
// at: 13 16
#include <stdio.h>

int last, sum;

int
main (void)
{
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for lastprivate(last) nowait
    for (int i = 0; i < 25; i++)
      last = i;
    sum += last;
  }
  printf ("%d\n", sum >= 0);
  return 0;
}
