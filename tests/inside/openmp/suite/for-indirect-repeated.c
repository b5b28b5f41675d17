// The index array names one element twice: iterations 3 and 29 add into the same bin.
// expect: race bin
// at: 16
#include <stdio.h>

int at[32], bin[32];

int
main (void)
{
  for (int i = 0; i < 32; i++)
    at[i] = i;
  at[29] = 3;
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    bin[at[i]] += 1;
  printf ("%d\n", bin[3]);
  return 0;
}
