// Teams write the same elements.
// expect: race a
// at: 14
#include <stdio.h>

static int a[100];

int
main (int argc, char **argv)
{
  int i;
#pragma omp teams distribute simd
  for (i = 0; i < 100; i++)
    a[i % (9 + argc)] = 1;
  printf ("%d %d\n", i, a[0]);
  return argv == NULL;
}
