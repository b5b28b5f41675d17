// schedule(runtime) with OMP_SCHEDULE=static: equal loops give iteration i to the same thread.
// expect: clean
// expect-any: race a
// environment: OMP_SCHEDULE=static
// at: 17 20
#include <stdio.h>

int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for schedule(runtime)
    for (int i = 0; i < 40; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[39]);
  return 0;
}
