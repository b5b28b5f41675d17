// A chunk size says which thread has an iteration, by its number: so loops of different lengths are in order.
// expect: clean
// expect-any: race a
// expect-any: race c
#include <stdio.h>

static int a[64], b[7], c[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 7; i++)
      b[i] = i;
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 40; i++)
      a[i] += i;
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < 32; i++)
      a[2 * i] += a[2 * i + 1];
#pragma omp barrier
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 7; i++)
      b[i]++;
#pragma omp for schedule(static, 4) nowait
    for (int i = 0; i < 64; i++)
      c[i] = i;
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 24; i++)
      c[2 * i]++;
  }
  printf ("%d %d %d\n", a[2], b[6], c[6]);
  return 0;
}
