// The sum of a loop lacks its reduction clause.
// expect: race sum
// at: 12
#include <stdio.h>

int
main (void)
{
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
