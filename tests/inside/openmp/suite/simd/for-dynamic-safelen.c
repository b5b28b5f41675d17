// With safelen(1), the iterations of a chunk are in order.
// expect: clean
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel for simd schedule(dynamic, 4) safelen(1)
  for (int i = 0; i < 100; i++)
    a[i / 4] += i;
  printf ("%d\n", a[99]);
  return 0;
}
