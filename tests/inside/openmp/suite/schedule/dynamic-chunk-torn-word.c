// Chunks of 96 end in the middle of a word of 64 bits.
// expect: race bits
// at: 14
#include <stdint.h>
#include <stdio.h>

uint64_t bits[64];

int
main (void)
{
#pragma omp parallel for schedule(dynamic, 96)
  for (int u = 0; u < 4096; u++)
    bits[u / 64] |= (uint64_t) 1 << (u % 64);
  printf ("%d\n", (int) (bits[0] & 1));
  return 0;
}
