// A sum and a linear variable are changed inside and outside of `ordered simd`, which is a function in clang's code.
// expect: clean
// prints: 12 6
// flags: -O0
#include <stdio.h>

int
main (void)
{
  int sum = 0, place = 0;
#pragma omp simd reduction(+ : sum) linear(place : 1)
  for (int i = 0; i < 6; i++)
    {
      sum += 1;
#pragma omp ordered simd
      {
        int mine = 1;
        sum += mine;
        place += mine;
      }
    }
  printf ("%d %d\n", sum, place);
  return 0;
}
