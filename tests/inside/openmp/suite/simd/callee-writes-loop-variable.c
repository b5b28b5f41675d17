// A function that an iteration calls writes a variable of the function with the loop: all iterations share it.
// expect: race last
#include <stdio.h>

static __attribute__ ((noinline)) int
keep (int *last, int a)
{
  int before = *last;
  *last = a;
  return before;
}

int
main (void)
{
  int last = 0, sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += keep (&last, i);
  printf ("%d\n", sum + last);
  return 0;
}
