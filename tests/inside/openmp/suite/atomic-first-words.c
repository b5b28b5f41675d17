// Atomic updates of twenty words, in the first loop of the program.
// expect: clean
#include <stdio.h>
int words[20];
int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
#pragma omp atomic
    words[i]++;
  printf ("%d\n", words[7] > 0);
  return 0;
}
