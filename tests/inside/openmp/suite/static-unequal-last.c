// A lastprivate variable gets its value in the thread that has the last iteration; with an equal loop after it, it has
// that of the next one, too.
// expect: clean
// expect-any: race last
// prints: 18
#include <stdio.h>

static int a[64], b[10];

int
main (void)
{
  int last = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait lastprivate(last)
    for (int i = 0; i < 10; i++)
      last = 2 * i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 10; i++)
      b[i] = i == 9 ? last : 0;
  }
  printf ("%d\n", b[9]);
  return a[0];
}
