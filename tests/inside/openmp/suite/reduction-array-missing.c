// The histogram is shared.
// expect: race bin
// at: 13
#include <stdio.h>

int bin[5];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    bin[i % 5] += 1;
  printf ("%d\n", bin[0]);
  return 0;
}
