// A barrier puts unequal static loops in order; so it is with regions of their own.
// expect: clean
// prints: 8 12
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 5; i++)
      a[i] += i;
#pragma omp barrier
#pragma omp for schedule(static)
    for (int i = 0; i < 10; i++)
      a[i] += a[i] & 1;
  }
#pragma omp parallel for schedule(static) num_threads(4)
  for (int i = 0; i < 7; i++)
    a[i] += 0;
  printf ("%d %d\n", a[4], a[6] * 2);
  return 0;
}
