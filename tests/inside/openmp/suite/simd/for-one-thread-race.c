// A team of one thread has simd loops, too.
// expect: race a
// at: 13
#include <stdio.h>

int a[101];

int
main (void)
{
#pragma omp parallel for simd num_threads(1)
  for (int i = 0; i < 100; i++)
    a[i + 1] = a[i] + 1;
  printf ("%d\n", a[99]);
  return 0;
}
