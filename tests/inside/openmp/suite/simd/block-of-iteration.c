// Each iteration has a block of its own for a while; the next one may get the same bytes.
// expect: clean
// prints: 4950
#include <stdio.h>
#include <stdlib.h>

static int a[100];

int
main (void)
{
#pragma omp simd
  for (int i = 0; i < 100; i++)
    {
      int *block = malloc (4 * sizeof *block);
      block[0] = i;
      a[i] = block[0];
      free (block);
    }
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += a[i];
  printf ("%d\n", sum);
}
