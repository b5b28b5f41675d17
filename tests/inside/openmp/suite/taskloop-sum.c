// The tasks of a taskloop add into one shared variable.
// expect: race sum
// at: 15
#include <stdio.h>

int
main (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop shared(sum)
    for (int i = 0; i < 30; i++)
      sum += i;
  }
  printf ("%d\n", sum);
  return 0;
}
