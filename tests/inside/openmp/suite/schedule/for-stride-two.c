// Chunks of one in a team of two: iterations i and i + 2 are the same thread's, by that mapping
// only.
// expect: clean
// expect-any: race a
// at: 15
#include <stdio.h>

int a[40];

int
main (void)
{
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 2; i < 40; i++)
    a[i] = a[i - 2] + 1;
  printf ("%d\n", a[39]);
  return 0;
}
