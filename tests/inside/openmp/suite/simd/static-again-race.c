// The same loop with simd, executed again without a barrier.
// expect: race a
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 2; k++)
    {
#pragma omp for simd schedule(static) nowait
      for (int i = 0; i < 64; i++)
        a[i] += k;
    }
  printf ("%d\n", a[63]);
  return 0;
}
