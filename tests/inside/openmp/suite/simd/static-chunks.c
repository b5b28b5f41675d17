// With a chunk size the number of a thread says which iterations it has, also with simd [OpenMP 5.1, 2.11.4].
// expect: clean
// expect-any: race a
// prints: 64
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for simd schedule(static, 4) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for simd schedule(static, 4) nowait
    for (int i = 0; i < 64; i++)
      a[i] += 1;
  }
  printf ("%d\n", a[63]);
  return 0;
}
