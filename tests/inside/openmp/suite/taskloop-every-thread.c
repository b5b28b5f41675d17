// Without single every thread runs the whole taskloop.
// expect: race a
// at: 15
#include <stdio.h>

int a[10];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp taskloop
    for (int i = 0; i < 10; i++)
      a[i] += i;
  }
  printf ("%d\n", a[9]);
  return 0;
}
