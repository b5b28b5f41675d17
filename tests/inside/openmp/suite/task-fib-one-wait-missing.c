// Recursive fib that adds up before it waits.
// expect: race x
// at: 13 15
#include <stdio.h>

static int
fib (int n)
{
  int x = 0, y = 0, sum;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib (n - 1);
  y = fib (n - 2);
  sum = x + y;
#pragma omp taskwait
  return sum;
}

int
main (void)
{
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib (8);
  printf ("%d\n", result >= 0);
  return 0;
}
