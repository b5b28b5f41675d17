// order(concurrent) takes every order from the iterations, and must not change what the loop does.
// expect: clean
// prints: 499500 999
// flags: -fopenmp-version=51
// compilers: clang
#include <stdio.h>

int v[1000];

int
main (void)
{
  int sum = 0;
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < 1000; i++)
    v[i] = i;
#pragma omp parallel for order(concurrent) reduction(+ : sum) schedule(static, 16)
  for (int i = 0; i < 1000; i++)
    sum += v[i];
  printf ("%d %d\n", sum, v[999]);
  return 0;
}
