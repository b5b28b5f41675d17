// The task reads its left neighbour, but names only its own element.
// expect: race a
// at: 16
#include <stdio.h>

int a[6];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < 6; i++)
    {
#pragma omp task depend(inout : a[i])
      a[i] = a[i - 1] + 1;
    }
  printf ("%d\n", a[5]);
  return 0;
}
