/* Fibonacci numbers by the recursion that defines them: two tasks for each call.
 *
 * RACY: the calls add before they wait. */
#include "program.h"

enum
{
  CUT_OFF = 16 /* below, no tasks */
};

static long
fib_plainly (long n)
{
  return n < 2 ? n : fib_plainly (n - 1) + fib_plainly (n - 2);
}

static long
fib (long n)
{
  if (n < CUT_OFF)
    return fib_plainly (n);
  long x = 0, y = 0;
#pragma omp task shared(x)
  x = fib (n - 1);
#pragma omp task shared(y)
  y = fib (n - 2);
#ifndef RACY
#pragma omp taskwait
#endif
  long sum = x + y;
#ifdef RACY
#pragma omp taskwait
#endif
  return sum;
}

int
main (int count, char **arguments)
{
  long n = read_size (count, arguments, 40, 0, 60), result = -1;
#pragma omp parallel
#pragma omp single
  result = fib (n);

  long number = 0, next = 1;
  for (long i = 0; i < n; i++)
    {
      long sum = number + next;
      number = next;
      next = sum;
    }
  return end_program ("fib", result == number);
}
