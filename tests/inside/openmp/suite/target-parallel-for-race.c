// A parallel loop inside of a target region adds into the mapped variable.
// expect: race sum
// at: 14
#include <stdio.h>

int sum;

int
main (void)
{
#pragma omp target map(tofrom : sum)
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
