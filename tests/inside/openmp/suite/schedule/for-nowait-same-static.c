// Equal static loops give iteration i to the same thread: without that mapping a[i] would race.
// expect: clean
// expect-any: race a
// at: 16 19
#include <stdio.h>

int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 40; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[39]);
  return 0;
}
