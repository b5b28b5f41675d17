// Equal static loops are in order, whatever loops are between them; so are those that come after them.
// expect: clean
// expect-any: race a
// expect-any: race b
// prints: 189 9
#include <stdio.h>

static int a[64], b[10];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 10; i++)
      b[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 63; i >= 0; i--)
      a[63 - i] += i;
#pragma omp for schedule(static) nowait
    for (int i = 1; i < 11; i++)
      b[i - 1] *= 2;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] *= 3;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 10; i++)
      b[i] /= 2;
  }
  printf ("%d %d\n", a[63], b[9]);
  return 0;
}
