// Iterations that share a word are in the same chunk of 1024, which one thread executes in order.
// expect: clean
// expect-any: race bits
// prints: 4096
// at: 17
#include <stdint.h>
#include <stdio.h>

uint64_t bits[64];

int
main (void)
{
  int n = 0;
#pragma omp parallel for schedule(dynamic, 1024)
  for (int u = 0; u < 4096; u++)
    bits[u / 64] |= (uint64_t) 1 << (u % 64);
  for (int i = 0; i < 64; i++)
    n += __builtin_popcountll (bits[i]);
  printf ("%d\n", n);
  return 0;
}
