// One seed for the random numbers of all threads.
// expect: race seed
// at: 13
#include <stdlib.h>

int
main (void)
{
  unsigned seed = 1;
  int odd = 0;
#pragma omp parallel for reduction(+ : odd)
  for (int i = 0; i < 20; i++)
    odd += rand_r (&seed) % 2;
  return odd < 0;
}
