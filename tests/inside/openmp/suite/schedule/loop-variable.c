// The variable of a loop construct has the value behind the last iteration after it; and the construct may count down.
// expect: clean
// compilers: gcc
#include <stdlib.h>

static int a[100];

int
main (void)
{
  int i, j;
  unsigned k;
#pragma omp parallel loop
  for (i = 0; i < 99; i += 2)
    a[i]++;
#pragma omp parallel loop num_threads(3)
  for (j = 99; j > 0; j--)
    a[j]++;
#pragma omp parallel num_threads(3) private(k)
  {
#pragma omp loop
    for (k = 50; k < 50; k++)
      a[k]++;
  }
#pragma omp parallel loop private(k)
  for (k = 99; k > 0; k--)
    a[k]++;
  if (i != 100 || j != 0)
    abort ();
  for (int m = 0; m < 100; m++)
    if (a[m] != (m % 2 == 0) + 2 * (m > 0))
      abort ();
  return 0;
}
