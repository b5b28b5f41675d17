// The variable of a `loop` construct is private around it.
// expect: clean
// prints: 99
// compilers: gcc
#include <stdio.h>

static int a[100];

int
main (void)
{
  int j;
#pragma omp parallel private(j)
  {
    int i;
#pragma omp loop
    for (i = 0; i < 100; i++)
      a[i] = i;
#pragma omp loop
    for (j = 0; j < 100; j++)
      a[j] += 0;
  }
  printf ("%d\n", a[99]);
  return 0;
}
