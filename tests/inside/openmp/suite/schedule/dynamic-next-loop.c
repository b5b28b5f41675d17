// Equal dynamic loops give iteration i to any thread.
// expect: race a
// at: 15 18
#include <stdio.h>

int a[64], b[64];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 8) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(dynamic, 8)
    for (int i = 0; i < 64; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[63]);
  return 0;
}
