// The same for a variable that is both firstprivate and lastprivate. Its copies come after the last iteration alone.
// expect: clean
// prints: 20
#include <stdio.h>

static int a[10];

int
main (void)
{
  int x = 2;
#pragma omp parallel for firstprivate(x) lastprivate(x) num_threads(3)
  for (int i = 0; i < 10; i++)
    {
      a[i] = x;
      x = 2 * (i + 1);
    }
  printf ("%d\n", x);
  return 0;
}
