// The modifier: chunks may be larger than the program says, and nobody knows by how much.
// expect: race a
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for simd schedule(simd : static, 3) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static, 3) nowait
    for (int i = 0; i < 64; i++)
      a[i] += 1;
  }
  printf ("%d\n", a[63]);
  return 0;
}
