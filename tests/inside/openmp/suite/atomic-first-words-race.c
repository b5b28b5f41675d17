// Atomic updates of forty halves of words, each beside a plain write to one of them.
// expect: race words
#include <stdio.h>
int words[40];
int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    {
#pragma omp atomic
      words[i]++;
      if (i == 39)
        words[5] = 0;
    }
  printf ("%d\n", words[7] > 0);
  return 0;
}
