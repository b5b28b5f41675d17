// Iterations of a taskloop read what other iterations write.
// expect: race a
// at: 16
#include <stdio.h>

int a[30];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 1; i < 30; i++)
      a[i] = a[i - 1] + 1;
  }
  printf ("%d\n", a[29]);
  return 0;
}
