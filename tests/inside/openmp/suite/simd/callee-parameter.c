// A function that an iteration calls has parameters and variables of its own, also where it passes on their addresses.
// expect: clean
// prints: 2144
#include <stdio.h>

static int (*volatile add) (int *, const int *);

static __attribute__ ((noinline)) int
plus (int *a, const int *b)
{
  *a += *b;
  return *a;
}

static __attribute__ ((noinline)) int
next (int a)
{
  int one = 1;
  return add (&a, &one);
}

static __attribute__ ((noinline)) int
twice (int a)
{
  int more = next (a);
  return more + 0 * plus (&a, &a);
}

int
main (void)
{
  int sum = 0;
  add = plus;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += twice (i);
#pragma omp parallel for simd num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 8; i++)
    sum += 8 * (next (i) > 0);
  printf ("%d\n", sum);
  return 0;
}
