// schedule(runtime), and nobody has said which: equal loops may be dealt out in any way.
// expect: race a
// at: 15 18
#include <stdio.h>

int a[40], b[40];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for schedule(runtime)
    for (int i = 0; i < 40; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[39]);
  return 0;
}
