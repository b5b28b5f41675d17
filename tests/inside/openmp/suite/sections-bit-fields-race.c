// Each section stores a bit-field of one word: optimizers make one store of the two, which has one place.
// expect: race flags
// at: 20 22
// flags: -O2
#include <stdio.h>

struct
{
  unsigned low : 3;
  unsigned high : 5;
} flags;

int
main (void)
{
#pragma omp parallel
#pragma omp sections
  {
#pragma omp section
    flags.low = 2;
#pragma omp section
    flags.high = 7;
  }
  printf ("%d\n", flags.low + flags.high > 0);
  return 0;
}
