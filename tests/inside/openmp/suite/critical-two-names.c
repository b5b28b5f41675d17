// Critical sections with different names do not exclude each other.
// expect: race total
// at: 16 21
#include <stdio.h>

int total;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp critical(first)
      total += 1;
    }
#pragma omp section
    {
#pragma omp critical(second)
      total += 2;
    }
  }
  printf ("%d\n", total);
  return 0;
}
