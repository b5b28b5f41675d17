// A firstprivate variable belongs to a thread; the iterations of its simd loops share it.
// expect: race next
// compilers: gcc
#include <stdio.h>

int
main (void)
{
  static int a[64];
  int next = 0;
#pragma omp parallel for simd schedule(static) num_threads(4) firstprivate(next)
  for (int i = 0; i < 64; i++)
    a[i] = next++;
  printf ("%d\n", a[63]);
  return 0;
}
