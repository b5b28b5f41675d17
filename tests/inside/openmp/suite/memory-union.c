// Two members of a union are the same memory.
// expect: race both
// at: 18 20
#include <stdio.h>

union
{
  int number;
  char byte[4];
} both;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    both.number = 7;
#pragma omp section
    both.byte[2] = 1;
  }
  printf ("%d\n", both.number > 0);
  return 0;
}
