// Writer and reader of the block name different elements of it: no order.
// expect: race block
// at: 16 19
#include <stdio.h>

int block[10], sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : block[0])
    for (int i = 0; i < 10; i++)
      block[i] = i;
#pragma omp task depend(in : block[1])
    for (int i = 0; i < 10; i++)
      sum += block[i];
  }
  printf ("%d\n", sum);
  return 0;
}
