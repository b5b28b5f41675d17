// Static loops with different numbers of iterations: a thread may have other iterations of the second, also where this
// run gives it the same ones.
// expect: race a
// at: 16 19
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4; i++)
      a[16 * i] += i;
  }
  printf ("%d\n", a[63]);
  return 0;
}
