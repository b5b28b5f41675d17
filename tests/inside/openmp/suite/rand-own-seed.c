// A seed for the random numbers of each thread.
// expect: clean
#include <stdlib.h>

int
main (void)
{
  int odd = 0;
#pragma omp parallel reduction(+ : odd)
  {
    unsigned seed = 1;
    unsigned short words[3] = { 1, 2, 3 };
#pragma omp for
    for (int i = 0; i < 20; i++)
      odd += rand_r (&seed) % 2 + (erand48 (words) > 0.5);
  }
  return odd < 0;
}
