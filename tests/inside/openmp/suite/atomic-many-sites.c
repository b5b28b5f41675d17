// Atomic reads at many places: a new place needs memory of the verifier's own, also if it is first met by such a read.
// expect: clean
// prints: 6144
#include <stdio.h>

static int x = 1;

#define READ \
  { \
    int it; \
    _Pragma ("omp atomic read") it = x; \
    sum += it; \
  }
#define FOUR(WHAT) WHAT WHAT WHAT WHAT
#define MANY FOUR (FOUR (FOUR (FOUR (READ)))) FOUR (FOUR (FOUR (FOUR (READ))))

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  for (int round = 0; round < 4; round++)
    {
      MANY
    }
  printf ("%d\n", sum);
  return 0;
}
