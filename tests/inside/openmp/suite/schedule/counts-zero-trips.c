// Loops that execute nothing, up and down, with large steps.
// expect: clean
// prints: 0
#include <stdio.h>

int
main (int argc, char **argv)
{
  long low = argc, high = argc + 100000;
  int n = 0;
  (void) argv;
#pragma omp parallel for reduction(+ : n)
  for (long i = high; i < low; i += 65535)
    n++;
#pragma omp parallel for reduction(+ : n)
  for (long i = high; i < low; i += 4294967295L)
    n++;
#pragma omp parallel for reduction(+ : n)
  for (unsigned i = (unsigned) low; i > (unsigned) high; i--)
    n++;
  printf ("%d\n", n);
  return 0;
}
