// The same number of iterations: the k-th of both loops is the same thread's, though their variables differ.
// expect: clean
// expect-any: race a
// at: 16 19
#include <stdio.h>

int a[40], b[81];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static, 3) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for schedule(static, 3)
    for (int i = 80; i > 0; i -= 2)
      b[i] = a[40 - i / 2];
  }
  printf ("%d\n", b[2]);
  return 0;
}
