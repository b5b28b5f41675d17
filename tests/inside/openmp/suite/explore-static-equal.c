// Equal static loops are in order for the thread, and so they are explored.
// expect: clean
// command: explore
#include <stdio.h>

static int a[64];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4; i++)
      a[i] += i;
  }
  printf ("%d\n", a[3]);
  return 0;
}
