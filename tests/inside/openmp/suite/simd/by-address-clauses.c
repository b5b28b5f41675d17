// The addresses of a sum and of a linear variable are handed to a function: each iteration has its own.
// expect: clean
// prints: 28 8
#include <stdio.h>

__attribute__ ((noinline)) static void
add (int *to, int value)
{
  *to += value;
}

int
main (void)
{
  int sum = 0, place = 0;
#pragma omp simd reduction(+ : sum) linear(place : 1)
  for (int i = 0; i < 8; i++)
    {
      add (&sum, i);
      add (&place, 1);
    }
  printf ("%d %d\n", sum, place);
  return 0;
}
