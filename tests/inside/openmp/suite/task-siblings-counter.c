// Sibling tasks increment one variable.
// expect: race count
// at: 16
#include <stdio.h>

int count;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++)
    {
#pragma omp task
      count++;
    }
  printf ("%d\n", count);
  return 0;
}
