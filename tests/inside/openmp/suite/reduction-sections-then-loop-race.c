// The same for sections.
// expect: race b
#include <stdio.h>

static int b[8], sum;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp sections reduction(+ : sum)
    {
#pragma omp section
      sum += 1;
#pragma omp section
      sum += 2;
    }
#pragma omp for
    for (int i = 0; i < 8; i++)
      b[i / 2] = i;
  }
  printf ("%d\n", b[1] + sum);
  return 0;
}
