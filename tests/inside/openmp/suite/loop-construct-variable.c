// The variable of a `loop` construct has its last value behind it, wherever it is declared.
// expect: clean
// prints: 100 50 30
// also: undecided
// compilers: gcc
#include <stdio.h>

static int a[100], global;

static void
orphaned (void)
{
#pragma omp loop bind(parallel)
  for (global = 0; global < 50; global++)
    a[global] += 1;
}

int
main (void)
{
  int i, k;
#pragma omp parallel
  {
#pragma omp loop
    for (i = 0; i < 100; i++)
      a[i] = i;
    orphaned ();
  }
#pragma omp teams
  {
#pragma omp loop
    for (k = 0; k < 30; k++)
      a[k] += 1;
  }
  printf ("%d %d %d\n", i, global, k);
  return 0;
}
