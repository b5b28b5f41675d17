// The reduction covers the first four elements; the fifth stays shared.
// expect: race store
// at: 17
#include <stdio.h>

int store[5];

int
main (void)
{
  int *bin = store, *tail = &store[4];
#pragma omp parallel for reduction(+ : bin[:4])
  for (int i = 0; i < 50; i++)
    {
      bin[i % 4] += 1;
      if (i % 5 == 4)
        *tail += 1;
    }
  printf ("%d\n", store[4]);
  return 0;
}
