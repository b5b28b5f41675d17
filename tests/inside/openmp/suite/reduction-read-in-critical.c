// What a critical section reads is not protected by the lock of a reduction.
// expect: race total
#include <stdio.h>

static int total, seen;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : total) nowait
    for (int i = 0; i < 8; i++)
      total += i;
#pragma omp critical
    seen += total;
  }
  printf ("%d %d\n", total, seen);
  return 0;
}
