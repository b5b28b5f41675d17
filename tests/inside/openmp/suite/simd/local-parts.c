// A reduction over a part of a local array: each iteration has its own copies.
// expect: clean
// prints: 300
// compilers: gcc
#include <stdio.h>

int
main (void)
{
  int parts[4] = { 0 }, all = 0;
#pragma omp simd reduction(+ : parts[:4], all)
  for (int i = 0; i < 100; i++)
    {
      parts[i % 4] += 1;
      all += 2;
    }
  for (int i = 0; i < 4; i++)
    all += parts[i];
  printf ("%d\n", all);
  return 0;
}
