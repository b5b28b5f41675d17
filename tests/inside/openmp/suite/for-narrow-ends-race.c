// Only the last two iterations of a loop that ends at the largest short race.
// expect: race last
// at: 13
#include <limits.h>

static int last;

int
main (void)
{
#pragma omp parallel for
  for (short i = SHRT_MAX - 9; i < SHRT_MAX; i++)
    if (i >= SHRT_MAX - 2) last = i;
  return !last;
}
