// Chunks of four: iterations share an element with those of their own chunk only.
// expect: clean
// expect-any: race quad
// at: 14
#include <stdio.h>

int quad[10];

int
main (void)
{
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < 40; i++)
    quad[i / 4] += i;
  printf ("%d\n", quad[9]);
  return 0;
}
