// The iterations of a loop construct depend on each other.
// expect: race a
// at: 15
// compilers: gcc
#include <stdio.h>

int a[40];

int
main (void)
{
#pragma omp parallel
#pragma omp loop
  for (int i = 1; i < 40; i++)
    a[i] = a[i - 1] + 1;
  printf ("%d\n", a[39]);
  return 0;
}
