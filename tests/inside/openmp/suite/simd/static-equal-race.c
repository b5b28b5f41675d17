// Two equal static loops with simd, without a barrier in between: nothing says that a thread has the same iterations of
// both [OpenMP 5.1, 2.11.4].
// expect: race a
// at: 16 19
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for simd schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for simd schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] += 1;
  }
  printf ("%d\n", a[63]);
  return 0;
}
