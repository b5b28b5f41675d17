// Atomic updates of many words: what the verifier allocates for itself meanwhile is no access of the program.
// expect: clean
// prints: 1364
#include <stdio.h>
int words[512];
int
main (void)
{
  int sizes[] = { 17, 20, 32, 33, 40, 64, 100, 130, 160, 256, 512 }, sum = 0;
  for (int s = 0; s < 11; s++)
    {
#pragma omp parallel for
      for (int i = 0; i < sizes[s]; i++)
#pragma omp atomic
        words[i]++;
    }
  for (int i = 0; i < 512; i++)
    sum += words[i];
  printf ("%d\n", sum);
  return 0;
}
