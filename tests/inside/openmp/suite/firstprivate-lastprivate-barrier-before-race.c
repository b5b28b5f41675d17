// The same, and neighbouring iterations write one element.
// expect: race a
#include <stdio.h>

static int a[10];

int
main (void)
{
  int x = 2;
#pragma omp parallel for firstprivate(x) lastprivate(x) num_threads(3)
  for (int i = 0; i < 10; i++)
    {
      a[i / 2] = x;
      x = 2 * (i + 1);
    }
  printf ("%d\n", x);
  return 0;
}
