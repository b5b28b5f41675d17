// Iterations of a loop over a variable length array write into the first element as well.
// expect: race a
// at: 14
#include <stdio.h>

static int
fill (int n)
{
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    a[0] += i;
  return a[0];
}

int
main (void)
{
  printf ("%d\n", fill (17));
  return 0;
}
