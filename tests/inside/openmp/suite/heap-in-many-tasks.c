// Each of many tasks allocates a block first of all, uses it and gives it back.
// expect: clean
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  long sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20000; i++)
    {
#pragma omp task shared(sum)
      {
        int *block = malloc (2 * sizeof *block);
        block[0] = i;
        block[1] = 1;
#pragma omp atomic
        sum += block[0] + block[1];
        free (block);
      }
    }
  printf ("%ld\n", sum);
  return 0;
}
