// A team of one thread: iterations that depend on each other are safelen apart.
// expect: clean
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel for simd num_threads(1) safelen(2)
  for (int i = 0; i < 100; i++)
    a[i + 1] = a[i > 0 ? i - 1 : 50] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
