// The second loop has no schedule clause, so nothing says that it is dealt out as the first.
// expect: race a
// expect-as-scheduled: clean
// at: 16 19
#include <stdio.h>

int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 40; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[39]);
  return 0;
}
