// The reduction of a loop without iterations still writes its variable, and a thread reads it before the barrier.
// expect: race sum
// compilers: gcc
#include <stdio.h>

static double sum;
static int a[64], seen;

static __attribute__ ((noinline)) void
count (int n)
{
#pragma omp parallel num_threads(3)
  {
#pragma omp for reduction(+ : sum) nowait
    for (int i = 30; i < n; i++)
      sum += a[i];
#pragma omp master
    seen = sum > 0;
  }
  printf ("%d\n", seen);
}

int
main (void)
{
  count (30);
  return a[30];
}
